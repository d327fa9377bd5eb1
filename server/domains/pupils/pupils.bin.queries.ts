/** What is older is removed for good by the hourly tidy-up. */
const BIN_MS = 30 * 24 * 60 * 60 * 1000

/** The instant since which what was deleted can be restored. */
export const binSince = (now: Date) => new Date(now.getTime() - BIN_MS).toISOString()
