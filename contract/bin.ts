import { berlinToday, DAY_MS, daysBetween } from './dates.ts'

/** Days for which what was deleted can be restored (domain §1.0); the hourly tidy-up then removes it for good. */
export const BIN_DAYS = 30

/** The day in Berlin on which what was deleted goes for good. */
export const lastBinDay = (deletedAt: string) => berlinToday(new Date(Date.parse(deletedAt) + BIN_DAYS * DAY_MS))

/** How many days that is from a day in Berlin on. */
export const binDaysLeft = (deletedAt: string, today: string) => Math.max(0, daysBetween(today, lastBinDay(deletedAt)))

/** The instant since which what was deleted can still be restored. */
export const binSince = (now: Date) => new Date(now.getTime() - BIN_DAYS * DAY_MS).toISOString()

/** Whether something is in the bin and can be restored. */
export const isInBin = (deletedAt: string | null, now: Date) =>
  deletedAt !== null && Date.parse(deletedAt) > Date.parse(binSince(now))
