import { addDays, addMonths, formatDate, weekday } from '#contract/dates.ts'
import type { FormContext, RegistrationForm } from './registrations.form.ts'
import { chosenSchoolyear } from './registrations.hints.ts'

/**
 * Domain §2.1: why a child cannot begin on that day; possible is today to 18 months ahead, outside the summer holidays.
 */
export const startRefusal = (start: string, { today, summer_breaks }: FormContext) => {
  const last = addMonths(today, 18)
  if (start < today) return 'Der Beginn darf nicht in der Vergangenheit liegen.'
  if (start > last) return `Der Beginn darf höchstens 18 Monate entfernt sein (bis ${formatDate(last)}).`
  return summer_breaks.some(({ date_start, date_end }) => date_start <= start && start <= date_end)
    ? 'Der Beginn liegt in den Sommerferien.'
    : undefined
}

/** The way people type it: 16.8.2027. */
const typedDay = (day: string) => day.split('-').reverse().map(Number).join('.')

const firstMonday = (day: string): string => (weekday(day) === 1 ? day : firstMonday(addDays(day, 1)))

/**
 * A day that the form would accept: the first day of school, or in a running year the first Monday of a coming month.
 */
const exampleStart = (form: RegistrationForm, context: FormContext) => {
  const year = chosenSchoolyear(form, context) ?? context.schoolyears[0]
  const nextMonth = `${context.today.slice(0, 7)}-01`
  const months = [1, 2, 3].map((count) => firstMonday(addMonths(nextMonth, count)))
  return [year?.first_school_day ?? year?.date_start ?? '', ...months].find(
    (day) => day !== '' && startRefusal(day, context) === undefined,
  )
}

export const startDateHint = (form: RegistrationForm, context: FormContext) => {
  const example = exampleStart(form, context)
  return `${example ? `Zum Beispiel ${typedDay(example)}; nicht` : 'Nicht'} in den Sommerferien.`
}
