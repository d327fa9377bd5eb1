import { SICKNOTE_REASON_LABELS } from '#contract/sicknotes/sicknotes.reasons.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'

/** A child is missing and nobody knows why: the same word and sign wherever it stands. */
export const UnexplainedField = () => (
  <StatusChip tone="negative" icon="alert">
    {SICKNOTE_REASON_LABELS.unexplained}
  </StatusChip>
)
