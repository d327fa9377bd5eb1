import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { FileReply } from '#contract/file-reply.ts'
import { Id, QueryId } from '#contract/formats.ts'
import { STATUS_LABELS } from '#contract/registrations/registrations.status.ts'
import { TableFormat } from '#contract/table-formats.ts'

/**
 * The status under which an application is counted: withdrawn ones have their own, whatever their status was (domain
 * §3.1).
 */
export const STAT_STATUS_LABELS = {
  new: STATUS_LABELS.new,
  waiting: STATUS_LABELS.waiting,
  accepted: STATUS_LABELS.accepted,
  rejected: STATUS_LABELS.rejected,
  withdrawn: 'Zurückgezogen',
} as const
export const STAT_STATUSES = Object.keys(STAT_STATUS_LABELS) as (keyof typeof STAT_STATUS_LABELS)[]
export type StatStatus = (typeof STAT_STATUSES)[number]

const StatCounts = z.object({
  new: z.int(),
  waiting: z.int(),
  accepted: z.int(),
  rejected: z.int(),
  withdrawn: z.int(),
  total: z.int(),
})
export type StatCounts = z.output<typeof StatCounts>

const StatYear = z.object({ id: Id, name: z.string() })

export const RegistrationStats = z.object({
  schoolyear: StatYear,
  /** The school year before, for comparison; null when there is none. */
  before: StatYear.nullable(),
  /** Years to choose from, newest first. */
  schoolyears: z.array(StatYear),
  counts: StatCounts,
  counts_before: StatCounts,
  /** How many of the accepted and not yet deleted ones are pupils already. */
  transformed: z.int(),
  /** Applications that were deleted after their retention period and are now only a number (domain §5.2). */
  tallied: z.int(),
  byGrade: z.array(
    z.object({
      grade: z.int(),
      counts: StatCounts,
      /** Null: no places are set. */
      places: z.int().nullable(),
      total_before: z.int(),
    }),
  ),
  /** From the first month with an application to the last, without gaps. */
  byMonth: z.array(
    z.object({
      /** The first day of the month. */
      month: z.iso.date(),
      counts: StatCounts,
      /** The number in the same month a year earlier, for the school year before. */
      total_before: z.int(),
    }),
  ),
})
export type RegistrationStats = z.output<typeof RegistrationStats>

export const STAT_TABLE_LABELS = {
  status: 'Nach Status',
  grade: 'Nach Klassenstufe',
  month: 'Nach Monat des Eingangs',
} as const
export const STAT_TABLES = Object.keys(STAT_TABLE_LABELS) as (keyof typeof STAT_TABLE_LABELS)[]
export type StatTable = (typeof STAT_TABLES)[number]

const access = 'manage pupil application'

export const registrationStatEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/admin/schoolRegistration/stats',
    access,
    /** Missing: the year that applications are for now, otherwise the newest one that has applications. */
    query: z.object({ school_year_id: QueryId.optional() }),
    response: RegistrationStats,
    summary: 'Zahlen der Bewerbungen eines Schuljahres',
  }),
  export: endpoint({
    method: 'POST',
    path: '/api/admin/schoolRegistration/stats/export',
    access,
    body: z.object({ school_year_id: Id, table: z.enum(STAT_TABLES), format: TableFormat }),
    response: FileReply,
    isFile: true,
    summary: 'Eine Tabelle der Statistik als Datei',
  }),
}
