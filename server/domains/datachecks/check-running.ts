import { REMINDER_DAYS } from '#contract/datachecks/datachecks.texts.ts'
import { addDays, berlinToday } from '#contract/dates.ts'

/** The links of a round work until the end of its last day, unless the office ends it earlier. */
export const isRunning = ({ ended_at, ends_on }: { ended_at: string | null; ends_on: string }, today: string) =>
  ended_at === null && today <= ends_on

/** The first day of the next reminder: a week after the first mail and after each reminder. */
export const remindFrom = ({ created_at, reminded_at }: { created_at: string; reminded_at: string | null }) =>
  addDays(berlinToday(new Date(reminded_at ?? created_at)), REMINDER_DAYS)

/** Whether nobody of these goes to the school any more; `left`: those who left. */
export const isOver = (pupilIds: readonly number[], left: ReadonlyMap<number, unknown>) =>
  pupilIds.every((id) => left.has(id))
