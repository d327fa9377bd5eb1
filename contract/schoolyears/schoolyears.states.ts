/** Domain §1.2. */
export const SCHOOLYEAR_STATES = ['planned', 'active', 'closed'] as const
export type SchoolyearState = (typeof SCHOOLYEAR_STATES)[number]

/** The year that applications are for: the first open year that has not begun, otherwise the last one. */
export const yearAppliedFor = <Year extends { date_start: string }>(years: readonly Year[], today: string) =>
  years.find(({ date_start }) => date_start > today) ?? years.at(-1)
