import type { ChangelogEntry } from '#contract/changelog/changelog.ts'

const KEY = 'schulhof-changelog-seen'

const newestReleased = (entries: readonly ChangelogEntry[]) => entries.find(({ date }) => date !== null)?.name

/** How many of the entries (newest first) came after the one seen last; none on the first visit. */
export const countUnseen = (entries: readonly ChangelogEntry[], seen: string | null) => {
  const released = entries.filter(({ date }) => date !== null)
  return seen === null
    ? 0
    : Math.max(
        released.findIndex(({ name }) => name === seen),
        0,
      )
}

/** The version this browser was shown last; null on the first visit. */
export const readSeenVersion = () => localStorage.getItem(KEY)

export const markSeen = (entries: readonly ChangelogEntry[]) => {
  const newest = newestReleased(entries)
  if (newest !== undefined) localStorage.setItem(KEY, newest)
}
