/** Domain DP-15: after so long without a sign of a person the warning, and two minutes later the end of the session. */
export const IDLE_MS = 30 * 60_000
export const WARNING_MS = 2 * 60_000

const KEY = 'schulhof-last-activity'
/** Tabs need not know every movement. */
const SHARE_EACH_MS = 5000
/** A clock is put right by a moment, or two tabs read it apart: an answer just given in one tab must reach the other. */
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

/** The same, told to all tabs at once: after the warning each second counts. */
export const shareActivity = (now: number) => {
  own = now
  shared = now
  try {
    localStorage.setItem(KEY, String(now))
  } catch {
    // A browser that keeps nothing for this site: each tab counts for itself.
  }
}
