import { useEffect, useState } from 'react'
import { publicSicknoteEndpoints, TAKE_BACK_SECONDS } from '#contract/sicknotes/sicknotes.public.ts'
import { call } from '#web/api/client.ts'
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts'
import { focusTitleIfLost } from '#web/ui/focus-field.ts'

const MINUTE_MS = 60_000
/** Whole minutes are shown, and nobody is hurried. */
const LOOK_MS = 5_000

/** Minutes left, rounded up; 0 when it is over. By the clock, because a tab in the background hardly ticks. */
const useMinutesLeft = (sentAt: number) => {
  const [now, setNow] = useState(sentAt)
  const left = Math.max(0, Math.ceil((sentAt + TAKE_BACK_SECONDS * 1000 - now) / MINUTE_MS))
  useEffect(() => {
    if (left === 0) return
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS)
    return () => clearInterval(timer)
  }, [left])
  return left
}

interface TakeBack {
  token: string
  sentAt: number
  onTakenBack: (message: string) => void
}

/** Takes a report back while that is possible; the server has the last word. */
export const useTakeBack = ({ token, sentAt, onTakenBack }: TakeBack) => {
  const minutesLeft = useMinutesLeft(sentAt)
  const { isBusy, failure, goOnce } = useOneAtATime()
  const isOver = minutesLeft === 0
  useEffect(() => {
    // The button that may have had the focus is gone.
    if (isOver) focusTitleIfLost()
  }, [isOver])
  const takeBack = () =>
    goOnce(async () => {
      const { message } = await call(publicSicknoteEndpoints.takeBack, { body: { take_back: token } })
      onTakenBack(message)
    })
  return { minutesLeft, isBusy, failure, takeBack }
}
