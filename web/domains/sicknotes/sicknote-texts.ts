import { counted } from '#contract/counted.ts'
import { addDays, berlinTime, berlinToday, formatDate, formatShortDay, weekday } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import { REPORTER_RELATION_LABELS, SICKNOTE_REASON_LABELS } from '#contract/sicknotes/sicknotes.reasons.ts'
import { isUnexplained } from '#contract/sicknotes/sicknotes.rules.ts'
import { partText } from '#contract/sicknotes/sicknotes.texts.ts'
import { SICKNOTE_HINT_LABELS, SICKNOTE_SOURCE_LABELS, type Sicknote } from '#contract/sicknotes/sicknotes.ts'
import type { StatusLook } from '#web/ui/StatusChip.tsx'

export const schoolDaysText = (count: number) => counted(count, 'Schultag', 'Schultage')

/** A school week by its Monday: `16. – 20.11.2026`, or `30.11. – 04.12.2026` across two months. */
export const weekText = (monday: string) => {
  const friday = addDays(monday, 4)
  const isOneMonth = monday.slice(0, 7) === friday.slice(0, 7)
  return `${formatDate(monday).slice(0, isOneMonth ? 3 : 6)} – ${formatDate(friday)}`
}

/** Without the year where it is the present one. */
export const dayText = (day: string, today: string) =>
  day.slice(0, 4) === today.slice(0, 4) ? formatShortDay(day) : `${formatShortDay(day)}${day.slice(0, 4)}`

/** From when to when, as somebody says it who knows what day it is. */
export const rangeText = ({ dateStart, dateEnd }: Pick<Sicknote['value'], 'dateStart' | 'dateEnd'>, today: string) => {
  if (dateStart > today || dateEnd < today) {
    const start = dayText(dateStart, today)
    return dateStart === dateEnd ? start : `${start} – ${dayText(dateEnd, today)}`
  }
  if (dateEnd > today) return `bis ${dayText(dateEnd, today)}`
  return dateStart === today ? 'heute' : 'bis heute'
}

const wholeRange = ({ dateStart, dateEnd }: Pick<Sicknote['value'], 'dateStart' | 'dateEnd'>, today: string) => {
  if (dateStart <= today && today < dateEnd) return `bis ${dayText(dateEnd, today)}`
  if (dateEnd === today) return 'heute'
  const start = dayText(dateStart, today)
  return dateStart === dateEnd ? `für ${start}` : `von ${start} bis ${dayText(dateEnd, today)}`
}

/** „Ole Kern ist schon bis Mo 23.11. krankgemeldet.“, „Ole Kern ist heute schon krankgemeldet.“ */
export const alreadyText = ({ pupil, value }: Sicknote, today: string) => {
  const part = partText(value)
  const when = part ? `${wholeRange(value, today)} (${part})` : wholeRange(value, today)
  const { reason } = value
  const how = reason === 'sick' || !reason ? 'krankgemeldet' : `abgemeldet, Grund: ${SICKNOTE_REASON_LABELS[reason]}`
  const already = when.startsWith('heute') ? `${when} schon` : `schon ${when}`
  return `${fullName(pupil)} ist ${already} ${how}.`
}

/** Since when, where the range does not say it. */
export const sinceText = ({ dateStart, dateEnd }: Pick<Sicknote['value'], 'dateStart' | 'dateEnd'>, today: string) =>
  dateStart < today && today <= dateEnd ? `seit ${dayText(dateStart, today)}` : undefined

/** When it was reported: the time of today, the day of others. */
export const reportedAt = (created_at: string, today: string) => {
  const time = berlinTime(created_at)
  const day = berlinToday(new Date(created_at))
  return day === today ? time : `${dayText(day, today)} ${time}`
}

/** By whom and on which way. */
export const reportedBy = ({ source, value, created_by_name, is_late }: Sicknote) => {
  const { reporterName, reporterRelation } = value
  const reporter = reporterName ?? (reporterRelation && REPORTER_RELATION_LABELS[reporterRelation])
  const way = SICKNOTE_SOURCE_LABELS[source]
  const who = reporter || (source === 'teacher' ? created_by_name : undefined)
  return [who ? `${way} (${who})` : way, ...(is_late ? ['verspätet'] : [])].join(', ')
}

/** A missing child is „ungeklärt“ until somebody knows why; „unentschuldigt“ is what the day counts as meanwhile. */
export const isStillUnexplained = (note: Pick<Sicknote, 'value' | 'excuse_state'>) =>
  isUnexplained(note) && (note.excuse_state === 'unexcused' || note.excuse_state === 'open')

/** How an absence stands, each state with one word and one sign. */
export type NoteState = Sicknote['excuse_state'] | 'unexplained'

export const stateOf = (note: Pick<Sicknote, 'value' | 'excuse_state'>): NoteState =>
  isStillUnexplained(note) ? 'unexplained' : note.excuse_state

/** Nobody is told to look at what they have just entered themselves. */
export const isNew = ({ seen_at, is_own }: Pick<Sicknote, 'seen_at' | 'is_own'>) => seen_at === null && !is_own

export interface SicknoteStatus extends StatusLook {
  text: string
}

/** Whether nobody has to do anything about it any more: excused, granted, certificate seen. */
export const isSettled = ({ tone }: StatusLook) => tone === 'positive' || tone === 'neutral'

const leaveStatus = ({ leave }: Sicknote): SicknoteStatus[] => {
  if (leave?.decision === 'pending') return [{ tone: 'attention', icon: 'wait', text: 'beantragt' }]
  if (leave?.decision === 'granted') return [{ tone: 'positive', icon: 'check', text: 'genehmigt' }]
  return []
}

const EXCUSES: Record<Sicknote['excuse_state'], SicknoteStatus | undefined> = {
  open: undefined,
  excused: { tone: 'positive', icon: 'check', text: 'entschuldigt' },
  unexcused: { tone: 'negative', icon: 'cross', text: 'unentschuldigt' },
  not_required: undefined,
}

const certificateStatus = ({ certificate_seen_at, certificate_requested_at }: Sicknote): SicknoteStatus[] => {
  if (certificate_seen_at) return [{ tone: 'positive', icon: 'check', text: 'Attest' }]
  return certificate_requested_at ? [{ tone: 'attention', icon: 'wait', text: 'Attest verlangt' }] : []
}

export const EXCUSE_OPEN: SicknoteStatus = { tone: 'attention', icon: 'wait', text: 'offen' }

/** A leave is decided, and an absence without a reason shows „ungeklärt“: neither waits for an excuse. */
export const isExcuseOpen = (note: Sicknote) =>
  note.excuse_state === 'open' && !note.leave && note.value.reason !== 'leave' && !isStillUnexplained(note)

/** An absence without a reason shows „ungeklärt“ as its reason, so it has no excuse state beside it. */
const excuseStatus = (note: Sicknote): SicknoteStatus[] => {
  const excuse = isExcuseOpen(note) ? EXCUSE_OPEN : EXCUSES[note.excuse_state]
  return excuse && !isStillUnexplained(note) ? [excuse] : []
}

/** What is to be known of a note at one glance: excused or not, leave, certificate; the list marks what is new itself. */
export const statusesOf = (note: Sicknote): SicknoteStatus[] => [
  ...excuseStatus(note),
  ...leaveStatus(note),
  ...certificateStatus(note),
]

/** Every excuse of that list is overdue: only what else is open is said. */
export const overdueStatusesOf = (note: Sicknote): SicknoteStatus[] =>
  [...leaveStatus(note), ...certificateStatus(note)].filter((status) => !isSettled(status))

/**
 * On paper only whether it is excused: who has seen a note changes while the sheet hangs, and a leave or a certificate
 * would tell the reason (domain §5.4).
 */
export const paperStatusesOf = ({ excuse_state }: Sicknote): SicknoteStatus[] => {
  const excuse = EXCUSES[excuse_state]
  return excuse ? [excuse] : []
}

/** The same for those who do not see the reason: a leave that is not decided is as open as any other absence. */
export const reasonlessStatusesOf = (note: Sicknote): SicknoteStatus[] =>
  note.excuse_state === 'open' ? [EXCUSE_OPEN] : paperStatusesOf(note)

/** What to think of, where a chip does not say it already. */
export const hintsOf = ({ hints = [] }: Sicknote) => hints.map((hint) => SICKNOTE_HINT_LABELS[hint])

export const reasonText = (note: Sicknote) => (note.value.reason ? SICKNOTE_REASON_LABELS[note.value.reason] : '')

/** The day as the head of the printed list has it. */
export const listTitle = (day: string) => `Fehlliste ${formatDate(day)}`

interface FreeStretch {
  name: string
  date_start: string
  date_end: string
}

/** Why there is no school on the day; undefined: there is. */
export const freeDayName = (day: string, freeDays: readonly FreeStretch[]) =>
  freeDays.find(({ date_start, date_end }) => date_start <= day && day <= date_end)?.name ??
  (weekday(day) > 5 ? 'Wochenende' : undefined)

/** The next days without school that begin after today; a school's calendar may list them in any order. */
export const nextFreeStretch = (today: string, freeDays: readonly FreeStretch[]) =>
  freeDays.filter(({ date_start }) => date_start > today).sort((a, b) => a.date_start.localeCompare(b.date_start))[0]

/** Domain §9. */
export const freeDayText = (name: string) => `Heute ist schulfrei (${name}).`

/** Domain §3.5, on paper. */
export const NO_NOTES = 'Heute liegen keine Meldungen vor.'

/** Above a class at most this many absent children are named; the rows below show all of them. */
const NAMED_MAX = 3

/** Above the children of a class: how many are absent and, if they are few, who. */
export const presenceText = (absent: readonly string[], all: number) => {
  if (absent.length === 0) return 'Heute ist niemand abgemeldet.'
  const count = `Heute ${absent.length === 1 ? 'fehlt' : 'fehlen'} ${absent.length} von ${all}`
  return absent.length > NAMED_MAX ? `${count}.` : `${count}: ${absent.join(', ')}`
}
