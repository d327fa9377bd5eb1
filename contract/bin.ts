import { berlinToday, DAY_MS, daysBetween } from './dates.ts'

/** How many days a deleted record can be restored (domain §1.0); the hourly tidy-up then removes it for good. */
export const BIN_DAYS = 30

/** The last day in Berlin on which a deleted record can be restored. */
export const lastBinDay = (deletedAt: string) => berlinToday(new Date(Date.parse(deletedAt) + BIN_DAYS * DAY_MS))

/** How many days are left until then, seen from a day in Berlin. */
export const binDaysLeft = (deletedAt: string, today: string) => Math.max(0, daysBetween(today, lastBinDay(deletedAt)))

/** A record that was deleted after this instant can still be restored. */
export const binSince = (now: Date) => new Date(now.getTime() - BIN_DAYS * DAY_MS).toISOString()

/** Whether a record is in the bin and can be restored. */
export const isInBin = (deletedAt: string | null, now: Date) =>
  deletedAt !== null && Date.parse(deletedAt) > Date.parse(binSince(now))
