import type { Version } from '#contract/changelog/changelog.ts'

/** The known versions; `initial` is the one this page was loaded with (spec §4). */
export interface VersionState {
  initial: Version | null
  /** Reset by a failed poll. */
  current: Version | null
  /** How many newer versions have appeared since the page was loaded. */
  changes: number
}

export const UNKNOWN_VERSION: VersionState = { initial: null, current: null, changes: 0 }

/** Spec §4: a name that differs from the known one is a new version; after a reset nothing is compared. */
export const afterPoll = (state: VersionState, version: Version): VersionState => {
  const isNew = state.current !== null && state.current.name !== version.name
  return {
    initial: state.initial ?? version,
    current: version,
    changes: state.changes + (isNew ? 1 : 0),
  }
}

/** Spec §4, §8: ignored while the server is restarting (503), otherwise the version becomes unknown. */
export const afterFailedPoll = (state: VersionState, status: number): VersionState =>
  status === 503 ? state : { ...state, current: null }

/** Spreads the polls of many browsers by ±20 %; `chance` from 0 to 1. */
export const pollDelayMs = (seconds: number, chance: number) => Math.round(seconds * 1000 * (0.8 + 0.4 * chance))
