/**
 * Domain DP-15: after this long without a sign of a person the warning comes, and two minutes later the session ends.
 */
export const IDLE_MS = 30 * 60_000
export const WARNING_MS = 2 * 60_000

const KEY = 'schulhof-last-activity'
/** Other tabs need not learn of every movement. */
const SHARE_EACH_MS = 5000
/** Clocks may be corrected, and tabs read them at different times: an answer in one tab must still reach the other. */
const CLOCKS_DIFFER_MS = 5000

let own = 0
let shared = 0

const readShared = (now: number) => {
  try {
    const stored = Number(localStorage.getItem(KEY))
    // A clock that was set back must not keep a session alive.
    return stored <= now + CLOCKS_DIFFER_MS ? Math.min(stored, now) : 0
  } catch {
    return 0
  }
}

/** Milliseconds since somebody last did something in any tab of this browser. */
export const idleFor = (now: number) => now - Math.max(own, readShared(now))

/** A sign of the person at this tab. */
export const noteActivity = (now: number) => {
  own = now
  if (Math.abs(now - shared) < SHARE_EACH_MS) return
  shareActivity(now)
}

/** The same, reported to all tabs at once: after the warning each second counts. */
export const shareActivity = (now: number) => {
  own = now
  shared = now
  try {
    localStorage.setItem(KEY, String(now))
  } catch {
    // The browser stores nothing for this site: each tab counts for itself.
  }
}
