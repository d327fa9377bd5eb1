import { addDays } from '#contract/dates.ts'
import { isTodayNote } from '#contract/sicknotes/sicknotes.rules.ts'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { className } from './sicknote-counts.ts'

export const weekDays = (monday: string) => [0, 1, 2, 3, 4].map((count) => addDays(monday, count))

export interface WeekRow {
  pupil: Sicknote['pupil']
  className: string
  /** Notes of each day, Monday first. */
  days: Sicknote[][]
}

/** A line for each child, in the order of the notes; days before and after the week are left out. */
export const weekRows = (notes: readonly Sicknote[], monday: string): WeekRow[] => {
  const days = weekDays(monday)
  const byChild = new Map<number, Sicknote[]>()
  for (const note of notes) {
    if (days.some((day) => isTodayNote(note, day)))
      byChild.set(note.pupil.id, [...(byChild.get(note.pupil.id) ?? []), note])
  }
  return [...byChild.values()].flatMap((own) =>
    own[0]
      ? [
          {
            pupil: own[0].pupil,
            className: className(own[0]),
            days: days.map((day) => own.filter((note) => isTodayNote(note, day))),
          },
        ]
      : [],
  )
}
