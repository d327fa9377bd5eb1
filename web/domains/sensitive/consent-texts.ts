import type { ConsentState } from '#contract/consents/consents.state.ts'
import type { ConsentLine, ConsentRecord } from '#contract/consents/consents.ts'
import { formatDate, formatDayOf } from '#contract/dates.ts'
import type { StatusLook } from '#web/ui/StatusChip.tsx'

export const CONSENT_LOOKS: Record<ConsentState, StatusLook> = {
  granted: { tone: 'positive', icon: 'check' },
  refused: { tone: 'negative', icon: 'cross' },
  incomplete: { tone: 'attention', icon: 'wait' },
  withdrawn: { tone: 'neutral', icon: 'cross' },
  unasked: { tone: 'neutral', icon: 'dot' },
}

const METHODS = { paper: 'auf Papier', online: 'online' } as const
const DECISIONS = { granted: 'erteilt', refused: 'abgelehnt' } as const

/** Whoever decides alone may be of age. */
const giversOf = ({ given_by, pupil_decision }: ConsentRecord) => {
  const self = given_by.length > 0 ? 'dem Kind selbst' : 'der Person selbst'
  return [...given_by.map(({ name }) => name), ...(pupil_decision === null ? [] : [self])].join(' und ')
}

/** One decision in a sentence: who, when, how, and whether it still holds. */
export const recordText = (record: ConsentRecord) => {
  const decision = record.given_by.length > 0 ? record.decision : (record.pupil_decision ?? record.decision)
  const text = `${DECISIONS[decision]} von ${giversOf(record)} am ${formatDate(record.given_at)} ${METHODS[record.method]}`
  if (record.withdrawn_at === null) return text
  const note = record.withdrawn_note ? ` (${record.withdrawn_note})` : ''
  return `${text}, widerrufen am ${formatDayOf(record.withdrawn_at)}${note}`
}

/** What matters of a purpose beside its state: the latest decision, or who is still missing. */
export const lineText = ({ state, undecided, records: [latest] }: ConsentLine) => {
  if (state === 'incomplete') return `Es fehlt: ${undecided.join(', ')}`
  return latest && recordText(latest)
}
