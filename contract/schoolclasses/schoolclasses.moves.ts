import { z } from 'zod'
import { Id, IsoDate } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'

/** Most pupils in one move. */
export const MOVED_MAX = 200

/** `schoolclass_id` null: the class becomes open, the grade stays (domain §1.6). */
export const MovePupilsForm = z.object({
  pupil_ids: z.array(Id).min(1).max(MOVED_MAX),
  schoolclass_id: Id.nullable(),
  /** Missing: each pupil's own grade, or the nearest one of the class (`changes_grade`). */
  schoolgrade_id: Id.optional(),
  /**
   * First day in the new class; missing: today, in a future year its first day. Pupils who enter later move on their
   * entry day.
   */
  date_start: IsoDate.optional(),
  /** Also move pupils whose grade the class does not have; their grade changes. */
  changes_grade: z.boolean().default(false),
})
export type MovePupilsForm = z.output<typeof MovePupilsForm>

/** The facts needed to take the move back; without names, because the page knows them. */
export const MovePupilsReply = MessageReply.extend({
  /** Each pupil's former class within the school year; a grade that is null means that there was none. */
  moved: z.array(z.object({ pupil_id: Id, from_schoolclass_id: Id.nullable(), from_schoolgrade_id: Id.nullable() })),
  /** Pupils who were in the class already. */
  stayed: z.array(Id),
  /** Whether the new class is overfull; false when the class is open. */
  is_overfull: z.boolean(),
})
export type MovePupilsReply = z.output<typeof MovePupilsReply>
