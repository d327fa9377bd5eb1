import { Alert } from '@mantine/core'
import { CircleUserRound } from 'lucide-react'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { useMay } from '#web/api/base-data.ts'

/** Domain §5.5: from 18 on only the pupil has a say; what ends by itself, and what people have to mind. */
export const OfAgeCard = ({ pupil: { firstname } }: { pupil: Pick<PupilDetails, 'firstname'> }) => {
  const givesLink = useMay()('manage pupil')
  return (
    <Alert color="yellow" mb="md" icon={<CircleUserRound size={20} aria-hidden />} title="Volljährig">
      {firstname} ist volljährig und entscheidet selbst. Die Eltern bekommen keine E-Mails zu Abwesenheiten mehr, und
      ihr Elternlink gilt nicht mehr. Bitte geben Sie ihnen nur Auskunft, wenn {firstname} einverstanden ist.
      {givesLink && ` Den neuen Link geben Sie ${firstname} selbst.`}
    </Alert>
  )
}
