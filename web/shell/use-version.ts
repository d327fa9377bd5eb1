import { useEffect, useSyncExternalStore } from 'react'
import { changelogEndpoints, NEW_VERSION_TEXT, RELOAD_TEXT, VERSION_POLL_SECONDS } from '#contract/changelog.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { notify } from './notify.tsx'
import { afterFailedPoll, afterPoll, pollDelayMs, UNKNOWN_VERSION } from './version-state.ts'

let state = UNKNOWN_VERSION
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const readVersion = () => state

export const useVersion = () => useSyncExternalStore(subscribe, readVersion)

/** Spec §8: stays until it is closed; while it stands a further version says nothing new. */
const announce = () =>
  notify(NEW_VERSION_TEXT, {
    id: 'new-version',
    isLasting: true,
    type: 'info',
    action: { text: RELOAD_TEXT, run: () => window.location.reload() },
  })

const poll = async () => {
  const before = state
  try {
    state = afterPoll(state, await call(changelogEndpoints.currentVersion, { isBackground: true }))
  } catch (failure) {
    state = afterFailedPoll(state, failure instanceof ApiFailure ? failure.status : 0)
  }
  for (const listener of listeners) listener()
  if (state.changes > before.changes) void announce()
}

/** Asks for the version now and every minute (spec §9); a hidden page waits until it is seen again. */
export const useVersionPoll = () => {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isDue = false
    let isOver = false
    const isHidden = () => document.visibilityState === 'hidden'
    const run = async () => {
      isDue = false
      await poll()
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
  }, [])
}
