import { lastBinDay } from '#contract/bin.ts'
import { addDays, addMonths, berlinToday, formatDate } from '#contract/dates.ts'
import { type RegistrationStatus, UNDO_WITHDRAWAL_DAYS } from '#contract/registrations/registrations.status.ts'
import type { RetentionSettings } from '#contract/schools/schools.settings.ts'

/** Nothing is deleted before the preview has shown it for this many days (domain DP-07, ADR 0024). */
export const NOTICE_DAYS = 14
/** How many months ahead a hold may end. */
export const HOLD_MONTHS_MAX = 24

/** Reasons for a deletion, in the order of the preview. */
export const RETENTION_LABELS = {
  ask: 'Rückfrage: Warteliste',
  unverified: 'E-Mail-Adresse nie bestätigt',
  withdrawn: 'Zurückgezogen',
  rejected: 'Abgelehnt',
  waiting: 'Warteliste, Schuljahr hat begonnen',
  never_started: 'Angenommen, aber nie gekommen',
  transformed: 'Als SuS übernommen',
  binned: 'Im Papierkorb, nicht mehr ausgesetzt',
  note: 'Interne Notiz nach Ablehnung oder Rücknahme',
  contacts: 'Abgegangene Kinder: Kontakte',
  proof: 'Abgegangene Kinder: Nachweis des Schulbesuchs',
  employee_facts: 'Ausgeschiedene Mitarbeitende: Angaben',
  employee: 'Ausgeschiedene Mitarbeitende: Nachweis der Beschäftigung',
  request: 'Beantwortete Anfrage zum Datenschutz',
  consent_proof: 'Nachweis widerrufener Einwilligungen',
  account: 'Geschlossene Benutzerkonten',
} as const
export const RETENTION_REASONS = Object.keys(RETENTION_LABELS) as (keyof typeof RETENTION_LABELS)[]
export type RetentionReason = (typeof RETENTION_REASONS)[number]

/**
 * `ask`: nothing is deleted, but somebody should ask the family whether it still applies. `reduce`: everything is erased
 * but what proves that somebody was at the school.
 */
export const RETENTION_ACTIONS = ['delete', 'ask', 'delete_note', 'reduce'] as const
export type RetentionAction = (typeof RETENTION_ACTIONS)[number]

export interface Retention {
  reason: RetentionReason
  action: RetentionAction
  /** The day in Berlin in whose night it happens. */
  due_on: string
}

/** The facts that the periods depend on. Instants in UTC, days in Berlin. */
export interface Retained {
  status: RegistrationStatus
  created_at: string
  decided_at: string | null
  waiting_since: string | null
  withdrawn_at: string | null
  transformed_at: string | null
  desired_start_date: string | null
  has_note: boolean
  /** When the note was last written; null for notes from before this was recorded. */
  note_written_at: string | null
  deleted_at: string | null
  /** Nobody confirmed an address and nobody worked on it; `unverifiedPurgeable` is the only source. */
  is_unverified: boolean
}

export type RetentionPeriods = RetentionSettings & { unverified_purge_days: number }

interface DesiredYear {
  date_start: string
  first_school_day: string | null
}

const dayOf = (instant: string) => berlinToday(new Date(instant))

const latest = (first: string, ...others: (string | null)[]) =>
  others.reduce<string>((last, day) => (day !== null && day > last ? day : last), first)

/**
 * The day on which a period that began on a day in Berlin is over; texts for families and staff use it as well. The
 * deletion is on that day or later (notice, hold), never earlier.
 */
export const endOfPeriod = {
  unverified: (day: string, { unverified_purge_days }: Pick<RetentionPeriods, 'unverified_purge_days'>) =>
    addDays(day, unverified_purge_days),
  rejected: (day: string, { rejected_months }: Pick<RetentionPeriods, 'rejected_months'>) =>
    addMonths(day, rejected_months),
  // A month can be shorter than the days for which staff may still take the withdrawal back.
  withdrawn: (day: string, { withdrawn_months }: Pick<RetentionPeriods, 'withdrawn_months'>) =>
    latest(addMonths(day, withdrawn_months), addDays(day, UNDO_WITHDRAWAL_DAYS + 1)),
}

const forgotten = (reason: RetentionReason, due_on: string): Retention => ({ reason, action: 'delete', due_on })

/**
 * The first day of school, or the later day on which the child wants to begin: no period runs before that (domain §5.2,
 * ADR 0024).
 */
const firstDay = ({ desired_start_date }: Retained, { first_school_day, date_start }: DesiredYear) =>
  latest(first_school_day ?? date_start, desired_start_date)

const whileWaiting = (registration: Retained, periods: RetentionPeriods, year: DesiredYear): Retention[] => {
  const start = latest(firstDay(registration, year), dayOf(registration.waiting_since ?? registration.created_at))
  const ask: Retention = { reason: 'ask', action: 'ask', due_on: addMonths(start, periods.waiting_ask_months) }
  const end = forgotten('waiting', addMonths(start, periods.waiting_months))
  return ask.due_on < end.due_on ? [ask, end] : [end]
}

type Rule = (registration: Retained, periods: RetentionPeriods, year: DesiredYear) => Retention[]

const BY_STATUS: Record<RegistrationStatus, Rule> = {
  new: ({ is_unverified, created_at }, periods) =>
    is_unverified ? [forgotten('unverified', endOfPeriod.unverified(dayOf(created_at), periods))] : [],
  waiting: whileWaiting,
  accepted: (registration, { never_started_months }, year) => {
    const start = latest(firstDay(registration, year), dayOf(registration.decided_at ?? registration.created_at))
    return [forgotten('never_started', addMonths(start, never_started_months))]
  },
  rejected: ({ decided_at, created_at }, periods) => [
    forgotten('rejected', endOfPeriod.rejected(dayOf(decided_at ?? created_at), periods)),
  ],
}

const wholeOf: Rule = (registration, periods, year) => {
  const { withdrawn_at, transformed_at, status } = registration
  if (withdrawn_at) return [forgotten('withdrawn', endOfPeriod.withdrawn(dayOf(withdrawn_at), periods))]
  if (transformed_at) return [forgotten('transformed', addMonths(dayOf(transformed_at), periods.transformed_months))]
  return BY_STATUS[status](registration, periods, year)
}

const noteOf = (registration: Retained, { interview_note_days }: RetentionPeriods): Retention[] => {
  const { has_note, note_written_at, withdrawn_at, transformed_at, status, decided_at } = registration
  const ended = withdrawn_at ?? (status === 'rejected' && !transformed_at ? decided_at : null)
  if (!has_note || ended === null) return []
  const start = latest(dayOf(ended), note_written_at && dayOf(note_written_at))
  return [{ reason: 'note', action: 'delete_note', due_on: addDays(start, interview_note_days) }]
}

/**
 * An application that ever had a hold also leaves the bin by way of the preview, not in the hour in which the hold ends
 * (ADR 0024).
 */
const binnedOf = (deletedAt: string) => forgotten('binned', addDays(lastBinDay(deletedAt), 1))

/** All deadlines of an application by the periods of its school, the soonest first (domain §5.2). */
export const retentionsOf: Rule = (registration, periods, year) =>
  registration.deleted_at === null
    ? [...noteOf(registration, periods), ...wholeOf(registration, periods, year)].sort((a, b) =>
        a.due_on.localeCompare(b.due_on),
      )
    : [binnedOf(registration.deleted_at)]

/** Deletions and reductions cannot be undone, so the preview shows them first. */
export const isErasure = ({ action }: Retention) => action === 'delete' || action === 'reduce'

/** Since when the preview has shown it for this reason; null: not yet. */
export interface Listing {
  listed_on: string | null
  today: string
}

/**
 * The real day of deletion: even if a shorter period makes it due at once, it first stays in the preview (ADR 0024).
 */
export const withNotice = (retention: Retention, { listed_on, today }: Listing): Retention =>
  isErasure(retention)
    ? { ...retention, due_on: latest(retention.due_on, addDays(listed_on ?? today, NOTICE_DAYS)) }
    : retention

/** The day on which an unconfirmed application is deleted, as the preview shows it. */
export const unverifiedDay = (
  { created_at, listed_on }: { created_at: string; listed_on: string | null },
  periods: Pick<RetentionPeriods, 'unverified_purge_days'>,
  today: string,
) => {
  const end = endOfPeriod.unverified(dayOf(created_at), periods)
  return withNotice(forgotten('unverified', end), { listed_on, today }).due_on
}

/** Whether the preview of that day shows it: deletions of the next two weeks, and questions that are due. */
export const isPreviewed = ({ action, due_on }: Retention, today: string) =>
  due_on <= (action === 'ask' ? today : addDays(today, NOTICE_DAYS))

/** A hold includes its last day. */
export const isHeld = (hold: { until: string } | null, today: string) => hold !== null && today <= hold.until

/** „am 20.05.2027“; with today's day also the night that is due. */
export const whenDue = (due_on: string, today?: string) =>
  today !== undefined && due_on <= today ? 'in der nächsten Nacht' : `am ${formatDate(due_on)}`

const DONE: Record<RetentionAction, (when: string, day: string) => string> = {
  delete: (when) => `Wird ${when} gelöscht`,
  delete_note: (when) => `Die interne Notiz wird ${when} gelöscht`,
  ask: (_when, day) => `Rückfrage bei der Familie ab ${day}`,
  reduce: (when) => `Wird ${when} auf den Nachweis gekürzt`,
}

const WHY: Partial<Record<RetentionReason, string>> = {
  withdrawn: 'zurückgezogen',
  rejected: 'abgelehnt',
  transformed: 'als SuS übernommen',
  binned: 'im Papierkorb',
}

/** Conditions that are not met yet, and perhaps never will be. */
const UNLESS: Partial<Record<RetentionReason, string>> = {
  waiting: 'falls das Kind dann noch auf der Warteliste steht',
  never_started: 'falls das Kind nicht kommt',
}

/** „Wird am 20.05.2027 gelöscht (abgelehnt).“, „Wird am 16.02.2028 gelöscht, falls das Kind nicht kommt.“ */
export const retentionText = ({ action, reason, due_on }: Retention, today?: string) => {
  const text = DONE[action](whenDue(due_on, today), formatDate(due_on))
  if (action !== 'delete') return `${text}.`
  const unless = UNLESS[reason]
  return unless ? `${text}, ${unless}.` : `${text} (${WHY[reason] ?? RETENTION_LABELS[reason]}).`
}
