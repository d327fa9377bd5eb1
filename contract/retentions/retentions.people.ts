import { addMonths } from '#contract/dates.ts'
import { SUBJECTS, type Subject } from '#contract/subjects.ts'
import { type Retention, type RetentionPeriods, type RetentionReason, whenDue } from './retentions.rules.ts'

/** Records with a clock of their own; guardians and contact persons go with the last child that they belong to. */
export const RETENTION_SUBJECTS = ['registration', 'pupil', 'employee'] as const satisfies readonly Subject[]
/** Everything that a row of the erasure journal can be about. */
export const ERASED_SUBJECTS = [...SUBJECTS, 'consent', 'request'] as const
export type ErasedSubject = (typeof ERASED_SUBJECTS)[number]

export type RetentionSubject = (typeof RETENTION_SUBJECTS)[number]

/** The facts that the periods of a person depend on, as days in Berlin. */
export interface RetainedPerson {
  /** The last day at the school; null: no period runs. */
  date_exit: string | null
  /** When everything was erased that is not part of the proof; null: not yet. */
  reduced_on: string | null
}

const addYears = (day: string, years: number) => addMonths(day, years * 12)

/** 31 July of the school year that contains the day (domain §5.2). */
export const schoolyearEndOf = (day: string) => {
  const year = Number(day.slice(0, 4))
  return `${day.slice(5) > '07-31' ? year + 1 : year}-07-31`
}

type Periods = Pick<
  RetentionPeriods,
  'pupil_contact_years' | 'attendance_proof_years' | 'employee_months' | 'employee_years'
>

/** First the step that reduces, unless it is done or would come no sooner than the deletion, then the deletion. */
const stepsOf = ({ reduced_on }: RetainedPerson, reduce: Retention, remove: Retention) =>
  reduced_on === null && reduce.due_on < remove.due_on ? [reduce, remove] : [remove]

/** Contacts go first, the proof of attendance later; both are counted from the end of the school year of the exit. */
export const pupilRetentions = (pupil: RetainedPerson, periods: Periods): Retention[] => {
  if (pupil.date_exit === null) return []
  const end = schoolyearEndOf(pupil.date_exit)
  return stepsOf(
    pupil,
    { reason: 'contacts', action: 'reduce', due_on: addYears(end, periods.pupil_contact_years) },
    { reason: 'proof', action: 'delete', due_on: addYears(end, periods.attendance_proof_years) },
  )
}

/** Everything but name and functions in classes goes first, the rest years later. */
export const employeeRetentions = (employee: RetainedPerson, periods: Periods): Retention[] => {
  const { date_exit } = employee
  if (date_exit === null) return []
  return stepsOf(
    employee,
    { reason: 'employee_facts', action: 'reduce', due_on: addMonths(date_exit, periods.employee_months) },
    { reason: 'employee', action: 'delete', due_on: addYears(date_exit, periods.employee_years) },
  )
}

const CLOCK: Partial<Record<RetentionReason, string>> = {
  contacts: 'Kontakte werden {when} gelöscht',
  proof: 'Nachweis des Schulbesuchs {when}',
  employee_facts: 'Angaben außer Name und Klassen werden {when} gelöscht',
  employee: 'alles Übrige {when}',
}

/** „Kontakte werden am 31.07.2028 gelöscht, Nachweis des Schulbesuchs am 31.07.2037.“; empty without a period. */
export const clockText = (retentions: readonly Retention[], today?: string) => {
  const [only, ...more] = retentions
  if (!only) return ''
  if (more.length === 0) return `Wird ${whenDue(only.due_on, today)} gelöscht.`
  return `${retentions.map(({ reason, due_on }) => CLOCK[reason]?.replace('{when}', whenDue(due_on, today))).join(', ')}.`
}
