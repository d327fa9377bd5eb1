import { addMonths } from './dates.ts'

/** Contracts and entries of the register are looked at again after two years (domain DP-20). */
export const REVIEW_MONTHS = 24

export type ReviewState = 'never' | 'due' | 'fresh'

/** Whether somebody has to look at it again: never looked at, or more than 24 months ago. */
export const reviewState = (reviewed_on: string | null, today: string): ReviewState => {
  if (reviewed_on === null) return 'never'
  return addMonths(reviewed_on, REVIEW_MONTHS) < today ? 'due' : 'fresh'
}
