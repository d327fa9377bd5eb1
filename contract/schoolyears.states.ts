/** Domain §1.2. */
export const SCHOOLYEAR_STATES = ['planned', 'active', 'closed'] as const
export type SchoolyearState = (typeof SCHOOLYEAR_STATES)[number]
