import { formatDate } from '#contract/dates.ts'
import type { ClassFunction } from '#contract/employees.ts'

export const FUNCTION_LABELS = { responsible: 'Klassenleitung', assigned: 'zugeordnet' } as const

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
