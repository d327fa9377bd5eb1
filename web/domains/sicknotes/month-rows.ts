import { absentDays, countAbsences, listSchoolDays } from '#contract/absences/absence-days.ts'
import { addDays, addMonths } from '#contract/dates.ts'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { className } from './sicknote-counts.ts'

type FreeDays = Parameters<typeof listSchoolDays>[1]

export const lastOfMonth = (first: string) => addDays(addMonths(first, 1), -1)

export const schoolDaysOfMonth = (first: string, freeDays: FreeDays) =>
  listSchoolDays({ date_start: first, date_end: lastOfMonth(first) }, freeDays)

export interface MonthDay {
  day: string
  state: Sicknote['excuse_state']
  is_partial: boolean
  /** Notes of the day, in their order. */
  notes: Sicknote[]
}

export interface MonthRow {
  pupil: Sicknote['pupil']
  className: string
  /** School days with a note. */
  days: MonthDay[]
  /** Whole days that count, as in the report of the class; a viewer gets no reasons, so that all count. */
  count: number
}

const countedNote = ({ value, excuse_state, leave }: Sicknote) => ({
  ...{ date_start: value.dateStart, date_end: value.dateEnd, partial: value.partial, lessons: value.lessons },
  ...{ reason: value.reason ?? 'other', excuse_state, leave_decision: leave?.decision ?? null },
})

const rowOf = (notes: Sicknote[], schoolDays: readonly string[]): MonthRow[] => {
  const [first] = notes
  const days = absentDays(notes.map(countedNote), schoolDays)
  if (!first || days.length === 0) return []
  const { days_excused, days_unexcused, days_open } = countAbsences(days)
  return [
    {
      pupil: first.pupil,
      className: className(first),
      days: days.map(({ day, state, is_partial }) => ({
        ...{ day, state, is_partial },
        notes: notes.filter(({ value }) => value.dateStart <= day && day <= value.dateEnd),
      })),
      count: days_excused + days_unexcused + days_open,
    },
  ]
}

/** A line for each child with an absent school day, in the order of the notes. */
export const monthRows = (notes: readonly Sicknote[], schoolDays: readonly string[]) =>
  [...Map.groupBy(notes, ({ pupil }) => pupil.id).values()].flatMap((own) => rowOf(own, schoolDays))

const shortDay = (day: string) => `${Number(day.slice(8))}.`

/** School days one after the other become one stretch: `2., 5.–10.` */
export const daysText = (days: readonly string[], schoolDays: readonly string[]) => {
  const stretches: { from: string; to: string }[] = []
  for (const day of days) {
    const last = stretches.at(-1)
    if (last && schoolDays.indexOf(day) === schoolDays.indexOf(last.to) + 1) last.to = day
    else stretches.push({ from: day, to: day })
  }
  return stretches
    .map(({ from, to }) => (from === to ? shortDay(from) : `${shortDay(from)}–${shortDay(to)}`))
    .join(', ')
}
