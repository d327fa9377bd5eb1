/** Days for which what was deleted can be restored (domain §1.0); the hourly tidy-up then removes it for good. */
export const BIN_DAYS = 30

/** The instant since which what was deleted can still be restored. */
export const binSince = (now: Date) => new Date(now.getTime() - BIN_DAYS * 24 * 60 * 60 * 1000).toISOString()

/** Whether something is in the bin and can be restored. */
export const isInBin = (deletedAt: string | null, now: Date) =>
  deletedAt !== null && Date.parse(deletedAt) > Date.parse(binSince(now))
