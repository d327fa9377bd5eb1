import { formatDateTime } from '#contract/dates.ts'

/** „12.03.2026 um 14:05 Uhr“. */
export const momentText = (instant: string) => `${formatDateTime(instant).replace(' ', ' um ')} Uhr`
