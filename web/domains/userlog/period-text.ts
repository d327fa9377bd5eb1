import { formatDate } from '#contract/dates.ts'

/** „ab 01.11.2026 bis 20.11.2026“; empty without a day. */
export const periodText = (from: string | undefined, until: string | undefined) =>
  [from && `ab ${formatDate(from)}`, until && `bis ${formatDate(until)}`].filter(Boolean).join(' ')
