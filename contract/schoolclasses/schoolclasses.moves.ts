import { z } from 'zod'
import { Id, IsoDate } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'

/** At most so many pupils move at once. */
export const MOVED_MAX = 200

/** `schoolclass_id` null: the class is open, the grade stays (domain §1.6). */
export const MovePupilsForm = z.object({
  pupil_ids: z.array(Id).min(1).max(MOVED_MAX),
  schoolclass_id: Id.nullable(),
  /** Missing: the grade each has, or the nearest the class has (`changes_grade`). */
  schoolgrade_id: Id.optional(),
  /** First day in the new class; missing: today, in a year to come its first day. Who enters later moves on that day. */
  date_start: IsoDate.optional(),
  /** Also pupils whose grade is not one of the class: they change it. */
  changes_grade: z.boolean().default(false),
})
export type MovePupilsForm = z.output<typeof MovePupilsForm>

/** What the move was, so that it can be taken back; without names, the page knows them. */
export const MovePupilsReply = MessageReply.extend({
  /** Where each came from within the school year; a grade that is null: they had no place in it. */
  moved: z.array(z.object({ pupil_id: Id, from_schoolclass_id: Id.nullable(), from_schoolgrade_id: Id.nullable() })),
  /** Who was there already. */
  stayed: z.array(Id),
  /** Of the class they came to; false while that is open. */
  is_overfull: z.boolean(),
})
export type MovePupilsReply = z.output<typeof MovePupilsReply>
