import { Checkbox } from '@mantine/core'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { PAPER_LABELS, type PaperKind } from '#contract/registrations/registrations.papers.ts'
import { useToday } from '#web/api/base-data.ts'
import { usePapers } from './use-papers.ts'

interface PaperTicksWidgetProps {
  details: Pick<RegistrationDetails, 'id' | 'papers'>
  kinds: readonly PaperKind[]
}

/** Papers to tick off when the family shows them; each tick is stored at once. */
export const PaperTicksWidget = ({ details, kinds }: PaperTicksWidgetProps) => {
  const papers = usePapers(details)
  const today = useToday()
  return kinds.map((kind) => (
    <Checkbox
      key={kind}
      label={`${PAPER_LABELS[kind]}: heute gesehen`}
      checked={details.papers.some((paper) => paper.kind === kind)}
      onChange={({ currentTarget }) => void papers.setSeen(kind, currentTarget.checked ? today : null)}
    />
  ))
}
