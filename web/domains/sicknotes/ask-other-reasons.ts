import { type OtherReason, OtherReasons } from '#contract/sicknotes/sicknotes.change.ts'
import { SICKNOTE_REASON_LABELS, type SicknoteReason } from '#contract/sicknotes/sicknotes.reasons.ts'
import { SICKNOTE_SOURCE_LABELS } from '#contract/sicknotes/sicknotes.ts'
import type { ApiFailure } from '#web/api/client.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { reportedAt } from './sicknote-texts.ts'

/** What the server says stands for the same days with another reason; undefined: it refused for something else. */
export const otherReasonsOf = ({ status, body }: ApiFailure): readonly OtherReason[] | undefined =>
  status === 409 ? OtherReasons.safeParse(body).data?.other_reasons : undefined

/** Whose report, which way it came and when: „von Mia Müller (Elternlink, Do 19.11. 06:35)“. */
const reportText = ({ name, source, created_at }: OtherReason, today: string) =>
  `von ${name} (${SICKNOTE_SOURCE_LABELS[source]}, ${reportedAt(created_at, today)})`

/** What a yes does with the reports that stand. */
const doneText = (others: readonly OtherReason[], today: string) => {
  const [only, ...more] = others.filter(({ is_replaced }) => is_replaced).map((other) => reportText(other, today))
  if (only === undefined) return 'Der Grund wird geändert.'
  if (more.length === 0) return `Die Meldung ${only} wird gelöscht und neu eingetragen.`
  return `Die Meldungen ${[only, ...more].join(', ')} werden gelöscht und neu eingetragen.`
}

interface ReasonChange {
  reason: SicknoteReason
  today: string
}

/** Shows both reasons, says what becomes of the reports and asks whether that is right; only a yes changes anything. */
export const askOtherReasons = (others: readonly OtherReason[], { reason, today }: ReasonChange) => {
  const lines = others.map(({ name, reason: before }) => `${name} („${SICKNOTE_REASON_LABELS[before]}“)`)
  return confirmDialog({
    title: 'Grund ändern?',
    message: `An diesen Tagen ist schon ein anderer Grund gemeldet: ${lines.join(', ')}. Der neue Grund ist „${SICKNOTE_REASON_LABELS[reason]}“. ${doneText(others, today)}`,
    accept: 'Grund ändern',
    dismiss: 'So lassen',
    type: 'attention',
  })
}
