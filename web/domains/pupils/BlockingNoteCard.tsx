import { Alert } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useMay } from '#web/api/base-data.ts'

/** Domain §1.5: everyone who opens the pupil is warned; what the note says is class D. */
export const BlockingNoteCard = () => {
  const maySee = useMay()('view pupil sensitive')
  return (
    <Alert color="red" mb="md" icon={<TriangleAlert size={20} aria-hidden />} title="Sperrvermerk">
      {maySee
        ? 'Bitte lesen Sie den Vermerk unter „Vertraulich“, bevor Sie Auskunft zu diesem Kind geben.'
        : 'Bitte geben Sie keine Auskunft zu diesem Kind und wenden Sie sich an die Schulleitung.'}
    </Alert>
  )
}
