import { useEffect, useSyncExternalStore } from 'react'
import { changelogEndpoints, VERSION_POLL_SECONDS } from '#contract/changelog/changelog.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { afterFailedPoll, afterPoll, pollDelayMs, UNKNOWN_VERSION } from './version-state.ts'

let state = UNKNOWN_VERSION
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const readVersion = () => state

export const useVersion = () => useSyncExternalStore(subscribe, readVersion)

const poll = async (onNew: () => void) => {
  const before = state
  try {
    state = afterPoll(state, await call(changelogEndpoints.currentVersion, { isBackground: true }))
  } catch (failure) {
    state = afterFailedPoll(state, failure instanceof ApiFailure ? failure.status : 0)
  }
  for (const listener of listeners) listener()
  if (state.changes > before.changes) onNew()
}

/** Asks for the version now and every minute (spec §9); a hidden page waits until it is seen again. `onNew` never changes. */
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
