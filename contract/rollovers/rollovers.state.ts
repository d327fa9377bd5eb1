import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Instant } from '#contract/formats.ts'
import { SCHOOLYEAR_STATES } from '#contract/schoolyears/schoolyears.states.ts'

// The progress of the year change. A file of its own, because the start page needs only this part of the year change.

export const RolloverCounts = z.object({
  moved: z.int(),
  repeating: z.int(),
  leaving: z.int(),
  skipped: z.int(),
  undecided: z.int(),
  /** How many pupils who move up or repeat have no class yet. */
  class_open: z.int(),
  new_classes: z.int(),
})

const RolloverYear = z.object({
  id: Id,
  name: z.string(),
  state: z.enum(SCHOOLYEAR_STATES),
  date_start: z.iso.date(),
  date_end: z.iso.date(),
})

/** A year change that was carried out. */
export const RolloverRow = z.object({
  id: Id,
  from_year: z.string(),
  to_year: z.string(),
  counts: RolloverCounts,
  created_at: Instant,
  created_by: z.string().nullable(),
  undone_at: Instant.nullable(),
  undone_by: z.string().nullable(),
  /** Null: it can be taken back; otherwise the reason why not. */
  undo_refusal: z.string().nullable(),
})
export type RolloverRow = z.output<typeof RolloverRow>

export const rolloverList = endpoint({
  method: 'GET',
  path: '/api/admin/rollover',
  access: 'manage schoolyear',
  response: z.object({
    /** The page starts with this: from the active year into the next one; null while there is none. */
    from_year: RolloverYear.nullable(),
    to_year: RolloverYear.nullable(),
    /** Pupils of the old year without a place in the new one. */
    pending: z.int(),
    /** Whether the old year has pupils at all: a new school has nobody to move. */
    has_pupils: z.boolean(),
    rollovers: z.array(RolloverRow),
  }),
  summary: 'Stand des Schuljahreswechsels und bisherige Wechsel',
})
