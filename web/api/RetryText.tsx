import { useState } from 'react'
import { useCountdown } from '#web/ui/use-countdown.ts'
import type { ApiFailure } from './client.ts'
import { retryText } from './public-failure.ts'

interface RetryTextProps {
  /** Why the last try failed: each has one of its own. */
  failure: ApiFailure
  seconds: number
}

/** Counts down to the next try. Its seconds are not read out one by one: `timer` is no live region. */
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
