import { addDays, addMonths, formatDate } from '#contract/dates.ts'
import type { RequestResult } from './privacyrequest.record.ts'

/** The law gives a month for the answer, and up to two more once (Art. 12 (3) GDPR, domain DP-05). */
const ANSWER_MONTHS = 1
/** From this many days before its end a deadline is shown as near. */
const NEAR_DAYS = 7

export const REQUEST_TEXTS = {
  added: 'Die Anfrage ist erfasst.',
  extended: (due: string) => `Die Frist endet jetzt am ${formatDate(due)}.`,
  identityChecked: 'Die Prüfung der Identität ist eingetragen.',
  done: 'Das Ergebnis ist eingetragen.',
  reopened: 'Die Anfrage ist wieder offen.',
  isDone: 'Die Anfrage ist abgeschlossen. Nehmen Sie zuerst das Ergebnis zurück.',
  notDone: 'Die Anfrage ist noch offen.',
  extendedOnce: 'Die Frist ist schon einmal verlängert worden.',
  extendedLate: 'Die Frist ist abgelaufen. Verlängern kann man sie nur, solange sie läuft.',
  beforeReceived: (received: string) => `Bitte einen Tag ab dem Eingang (${formatDate(received)}) angeben.`,
  afterSteps: (day: string) => `Am ${formatDate(day)} ist schon etwas zu dieser Anfrage eingetragen.`,
  identityMissing: 'Bitte tragen Sie zuerst ein, wie die Identität geprüft wurde.',
  reasonMissing: 'Bitte begründen Sie das; die Begründung steht im Schreiben.',
  subjectMissing: 'Bitte wählen Sie eine Person oder „Der Schule nicht bekannt“.',
  subjectUnknown: 'Diese Person gibt es an der Schule nicht.',
  erased: 'Diese Person ist gelöscht.',
} as const

interface Deadline {
  received_on: string
  extended_by: number | null
}

/** The last day for the answer: a month after the receipt, at its end where that month is shorter. */
export const dueDay = ({ received_on, extended_by }: Deadline) =>
  addMonths(received_on, ANSWER_MONTHS + (extended_by ?? 0))

interface Progress extends Deadline {
  done_on: string | null
}

/** `near` and `overdue` are open requests, too; the deadline includes its last day. */
export const REQUEST_STATES = ['overdue', 'near', 'open', 'done'] as const
export type RequestState = (typeof REQUEST_STATES)[number]

export const requestState = (request: Progress, today: string): RequestState => {
  if (request.done_on !== null) return 'done'
  const due = dueDay(request)
  if (due < today) return 'overdue'
  return due <= addDays(today, NEAR_DAYS) ? 'near' : 'open'
}

/** Why the deadline cannot be extended on this day, or undefined. */
export const extensionRefusal = (request: Progress, today: string) => {
  if (request.done_on !== null) return REQUEST_TEXTS.isDone
  if (request.extended_by !== null) return REQUEST_TEXTS.extendedOnce
  return dueDay(request) < today ? REQUEST_TEXTS.extendedLate : undefined
}

/** Results after which the person gets data or a change: they need a checked identity (Art. 12 (6) GDPR). */
export const needsIdentity = (result: RequestResult) => result === 'granted' || result === 'partly'
export const needsReason = (result: RequestResult) => result === 'partly' || result === 'refused'
