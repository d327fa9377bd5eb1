import { useState } from 'react'
import { useCountdown } from '#web/ui/use-countdown.ts'
import type { ApiFailure } from './client.ts'
import { retryText } from './public-failure.ts'

interface RetryTextProps {
  /** Each failure has its own message. */
  failure: ApiFailure
  seconds: number
}

/** Counts down to the next try. A screen reader does not read each second: `timer` is no live region. */
export const RetryText = ({ failure, seconds }: RetryTextProps) => {
  const { secondsLeft, start } = useCountdown(seconds)
  const [known, setKnown] = useState(failure)
  if (failure !== known) {
    setKnown(failure)
    start(seconds)
  }
  return (
    <p role="timer" aria-live="off">
      {retryText(failure, Math.max(1, secondsLeft))}
    </p>
  )
}
