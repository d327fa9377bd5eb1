import { type OtherReason, OtherReasons } from '#contract/sicknotes.change.ts'
import { SICKNOTE_REASON_LABELS, type SicknoteReason } from '#contract/sicknotes.reasons.ts'
import type { ApiFailure } from '#web/api/client.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'

/** What the server says stands for the same days with another reason; undefined: it refused for something else. */
export const otherReasonsOf = ({ status, body }: ApiFailure): readonly OtherReason[] | undefined =>
  status === 409 ? OtherReasons.safeParse(body).data?.other_reasons : undefined

/** Shows both reasons and asks whether the new one is right; only a yes changes anything. */
export const askOtherReasons = (others: readonly OtherReason[], reason: SicknoteReason) => {
  const lines = others.map(({ name, reason: before }) => `${name} („${SICKNOTE_REASON_LABELS[before]}“)`)
  return confirmDialog({
    title: 'Grund ändern?',
    message: `An diesen Tagen ist schon ein anderer Grund gemeldet: ${lines.join(', ')}. Der neue Grund ist „${SICKNOTE_REASON_LABELS[reason]}“.`,
    accept: 'Grund ändern',
    dismiss: 'So lassen',
    type: 'attention',
  })
}
