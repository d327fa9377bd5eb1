import { sql } from 'kysely'
import { addDays } from '#contract/dates.ts'

/** The time at which the day (YYYY-MM-DD) begins in Berlin. */
export const beginOf = (day: string) => sql<string>`(${day}::date::timestamp at time zone 'Europe/Berlin')`

/** The time at which the day (YYYY-MM-DD) is over in Berlin. */
export const endOf = (day: string) => beginOf(addDays(day, 1))
