import { useEffect, useState } from 'react'

/**
 * Seconds left since the first render or `start(seconds)`, down to 0; by the clock, because timers of a background tab
 * hardly run.
 */
export const useCountdown = (first = 0) => {
  const [now, setNow] = useState(() => Date.now())
  const [end, setEnd] = useState(now + first * 1000)
  const secondsLeft = Math.max(0, Math.ceil((end - now) / 1000))
  useEffect(() => {
    if (secondsLeft === 0) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [secondsLeft])
  const start = (seconds: number) => {
    setNow(Date.now())
    setEnd(Date.now() + seconds * 1000)
  }
  return { secondsLeft, start }
}

export const secondsText = (seconds: number) => (seconds === 1 ? '1 Sekunde' : `${seconds} Sekunden`)

/** For a refusal that does not say how long to wait. */
export const DEFAULT_WAIT_SECONDS = 60
