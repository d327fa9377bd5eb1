import { addDays } from '#contract/dates.ts'
import type { RolloverState } from './RolloverYearsCard.tsx'

/** So many days before the end of the year the dashboard begins to say it. */
const NOTICE_DAYS = 60

type Facts = Pick<RolloverState, 'from_year' | 'to_year' | 'pending'>

/** Whether the year change is to be prepared now, or is late because the new year has begun (domain §9c). */
export const rolloverNotice = ({ from_year, to_year, pending }: Facts, today: string): 'soon' | 'begun' | undefined => {
  if (!from_year || pending === 0) return undefined
  if (to_year && to_year.date_start <= today) return 'begun'
  return today >= addDays(from_year.date_end, -NOTICE_DAYS) ? 'soon' : undefined
}
