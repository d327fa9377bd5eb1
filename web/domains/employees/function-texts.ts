import { formatDate } from '#contract/dates.ts'
import type { ClassFunction } from '#contract/employees.ts'

export const FUNCTION_LABELS = { responsible: 'Klassenleitung', assigned: 'zugeordnet' } as const
export const FUNCTION_CHOICES = { responsible: 'Klassenleitung', assigned: 'Zugeordnet' } as const

/** What somebody is: „Klassenleitung der 3a“. */
export const roleText = ({ function: held, schoolclass }: Pick<ClassFunction, 'function' | 'schoolclass'>) =>
  held === 'responsible'
    ? `Klassenleitung der ${schoolclass.classgradePlain}`
    : `der ${schoolclass.classgradePlain} zugeordnet`

/** The page of the class shows all of it, this one does not. */
export const PLANNED_ANEW =
  'Für diese Klasse ist schon eine spätere Änderung eingetragen. Bitte ändern Sie das auf der Seite der Klasse.'

/** Today's, and those to come. */
export const openFunctions = (functions: readonly ClassFunction[], today: string) =>
  functions.filter(({ date_end }) => date_end === null || date_end >= today)

export const periodText = ({ date_start, date_end }: Pick<ClassFunction, 'date_start' | 'date_end'>, today: string) => {
  if (date_end) return `${formatDate(date_start)} bis ${formatDate(date_end)}`
  return date_start > today ? `ab ${formatDate(date_start)}` : `seit ${formatDate(date_start)}`
}

/** Classes that an exit on this day touches: those that run on, and those that would begin afterwards. */
export const endingFunctions = (functions: readonly ClassFunction[], lastDay: string) =>
  functions.filter(({ date_end }) => date_end === null || date_end > lastDay)
