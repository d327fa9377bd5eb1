import { z } from 'zod'
import { IsoDate, Text } from '#contract/formats.ts'

export const FREE_DAY_KINDS = ['holiday', 'public_holiday', 'flexible_day', 'closed'] as const
export type FreeDayKind = (typeof FREE_DAY_KINDS)[number]
export const FREE_DAY_KIND_LABELS: Record<FreeDayKind, string> = {
  holiday: 'Ferien',
  public_holiday: 'Feiertag',
  flexible_day: 'variabler Ferientag',
  closed: 'geschlossen',
}

export const FREE_DAYS_MAX = 100
export const FREE_DAY_NAME_MAX = 60
/** Characters of a file of free days. */
export const FREE_DAYS_CSV_MAX = 200_000

/** A stretch without school; both days included. */
export const FreeDays = z
  .object({ name: Text(FREE_DAY_NAME_MAX), kind: z.enum(FREE_DAY_KINDS), date_start: IsoDate, date_end: IsoDate })
  .refine(({ date_start, date_end }) => date_end >= date_start, {
    path: ['date_end'],
    message: 'Das Ende liegt vor dem Beginn.',
  })
export type FreeDays = z.output<typeof FreeDays>
