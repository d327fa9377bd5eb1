import { useEffect } from 'react'
import { changelogEndpoints, VERSION_POLL_SECONDS, type Version } from '#contract/changelog/changelog.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { createStore, useStored } from '#web/ui/store.ts'

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

const versions = createStore(UNKNOWN_VERSION)

export const useVersion = () => useStored(versions)

const poll = async (onNew: () => void) => {
  const before = versions.get()
  const next = await call(changelogEndpoints.currentVersion, { isBackground: true }).then(
    (version) => afterPoll(before, version),
    (failure) => afterFailedPoll(before, failure instanceof ApiFailure ? failure.status : 0),
  )
  versions.set(next)
  if (next.changes > before.changes) onNew()
}

/**
 * Requests the version now and every minute (spec §9); a hidden page waits until it is visible again. `onNew` never
 * changes.
 */
export const useVersionPoll = (onNew: () => void) => {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isDue = false
    let isOver = false
    const isHidden = () => document.visibilityState === 'hidden'
    const run = async () => {
      isDue = false
      await poll(onNew)
      clearTimeout(timer)
      if (!isOver) timer = setTimeout(comeDue, pollDelayMs(VERSION_POLL_SECONDS, Math.random()))
    }
    const comeDue = () => {
      isDue = true
      if (!isHidden()) void run()
    }
    const look = () => {
      if (isDue && !isHidden()) void run()
    }
    document.addEventListener('visibilitychange', look)
    comeDue()
    return () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [onNew])
}
