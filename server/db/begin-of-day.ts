import { sql } from 'kysely'

/** The time at which the day (YYYY-MM-DD) begins in Berlin. */
export const beginOf = (day: string) => sql<string>`(${day}::date::timestamp at time zone 'Europe/Berlin')`
