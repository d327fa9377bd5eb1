import { useEffect, useState } from 'react'
import { publicSicknoteEndpoints } from '#contract/sicknotes/sicknotes.public.ts'
import { call } from '#web/api/client.ts'
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts'
import { focusTitleIfLost } from '#web/ui/focus-field.ts'
import { forgetTakeBack, type StoredTakeBack } from './stored-take-back.ts'

const MINUTE_MS = 60_000
/** Whole minutes are shown, and nobody is hurried. */
const LOOK_MS = 5_000

/** Minutes left, rounded up; 0 when it is over. By the clock, because a tab in the background hardly ticks. */
const useMinutesLeft = (until: number) => {
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((until - now) / MINUTE_MS))
  useEffect(() => {
    if (left === 0) return
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS)
    return () => clearInterval(timer)
  }, [left])
  return left
}

export interface TakingBack {
  stored: StoredTakeBack
  onTakenBack: (message: string) => void
}

/** Takes a report back while that is possible; the server has the last word. */
export const useTakeBack = ({ stored, onTakenBack }: TakingBack) => {
  const minutesLeft = useMinutesLeft(stored.until)
  const { isBusy, failure, goOnce } = useOneAtATime()
  const isOver = minutesLeft === 0
  useEffect(() => {
    if (!isOver) return
    forgetTakeBack(stored)
    // The button that may have had the focus is gone.
    focusTitleIfLost()
  }, [isOver, stored])
  const takeBack = () =>
    goOnce(async () => {
      const { message } = await call(publicSicknoteEndpoints.takeBack, { body: { take_back: stored.token } })
      forgetTakeBack(stored)
      onTakenBack(message)
    })
  return { minutesLeft, isBusy, failure, takeBack }
}
