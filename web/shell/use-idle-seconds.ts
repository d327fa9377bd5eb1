import { useCallback, useEffect, useRef, useState } from 'react'
import { IDLE_MS, idleFor, noteActivity, shareActivity, WARNING_MS } from './idle-clock.ts'

const SIGNS = ['keydown', 'pointerdown', 'pointermove', 'touchstart', 'wheel'] as const
const LOOK_EACH_MS = 1000

/** Calls `look` at each sign of the person, when another tab reports one, and when this tab becomes visible again. */
const listen = (onSign: () => void, look: () => void) => {
  for (const sign of SIGNS) document.addEventListener(sign, onSign, { capture: true, passive: true })
  window.addEventListener('storage', look)
  document.addEventListener('visibilitychange', look)
  return () => {
    for (const sign of SIGNS) document.removeEventListener(sign, onSign, { capture: true })
    window.removeEventListener('storage', look)
    document.removeEventListener('visibilitychange', look)
  }
}

/**
 * Seconds left while the warning shows, otherwise undefined; `onOver` is called once when nobody answered. `stay`
 * answers it.
 */
export const useIdleSeconds = (onOver: () => void) => {
  const [secondsLeft, setSecondsLeft] = useState<number>()
  const over = useRef(onOver)
  const lookNow = useRef(() => {})
  useEffect(() => {
    over.current = onOver
  })

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    let lastSign = 0
    const look = () => {
      clearTimeout(timer)
      if (isOver) return
      const left = IDLE_MS + WARNING_MS - idleFor(Date.now())
      if (left <= 0) {
        isOver = true
        return over.current()
      }
      const isWarning = left <= WARNING_MS
      setSecondsLeft(isWarning ? Math.ceil(left / 1000) : undefined)
      timer = setTimeout(look, isWarning ? LOOK_EACH_MS : left - WARNING_MS)
    }
    const sign = () => {
      const now = Date.now()
      if (now - lastSign < LOOK_EACH_MS) return
      lastSign = now
      // Once the warning is due only its answer counts, because opening a laptop moves the pointer, too.
      if (idleFor(now) >= IDLE_MS) look()
      else noteActivity(now)
    }
    lookNow.current = look
    shareActivity(Date.now())
    look()
    const leave = listen(sign, look)
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [])

  const stay = useCallback(() => {
    shareActivity(Date.now())
    lookNow.current()
  }, [])
  return { secondsLeft, stay }
}
