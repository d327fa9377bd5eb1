import { z } from 'zod'
import { CLOCK_TIME, CLOCK_TIME_TEXT } from '#contract/clock-time.ts'
import { EmptyToNull } from '#contract/formats.ts'
import { LESSONS } from './sicknotes.reasons.ts'
import { SICKNOTE_TEXTS } from './sicknotes.rules.ts'

export const ClockTime = z.string().regex(CLOCK_TIME, CLOCK_TIME_TEXT)

/** Each lesson once, in order. */
export const Lessons = z
  .array(z.int().min(1).max(LESSONS.length))
  .max(LESSONS.length)
  .transform((lessons) => [...new Set(lessons)].sort((a, b) => a - b))

/** A part of one day (domain §1.11), by times or lessons. */
export const NoteTimes = z.object({
  partial: z.boolean().default(false),
  timeStart: EmptyToNull(ClockTime).optional(),
  timeEnd: EmptyToNull(ClockTime).optional(),
  lessons: Lessons.default([]),
})

interface TimedNote {
  dateStart: string
  dateEnd?: string | null | undefined
  partial: boolean
  timeStart?: string | null | undefined
  timeEnd?: string | null | undefined
  lessons: readonly number[]
}

/** Refuses a part of a day without times or lessons, or over several days; whole days have neither. */
export const timesRule = (note: TimedNote, context: z.RefinementCtx) => {
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (!note.partial) return
  if (note.dateEnd && note.dateEnd !== note.dateStart) refuse('partial', SICKNOTE_TEXTS.partialOneDay)
  const { timeStart, timeEnd } = note
  if (timeStart && timeEnd && timeEnd <= timeStart) refuse('timeEnd', SICKNOTE_TEXTS.timesOrder)
  if (!(timeStart && timeEnd) && note.lessons.length === 0) refuse('timeStart', SICKNOTE_TEXTS.partialWhen)
}
