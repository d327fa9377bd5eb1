import { useEffect, useReducer, useRef } from 'react'
import { berlinToday } from '#contract/dates.ts'
import { sicknoteEndpoints } from '#contract/sicknotes/sicknotes.ts'
import { renewReplies } from '#web/api/queries.ts'

const LOOK_MS = 20_000

/** At midnight in Berlin what was tomorrow is today (domain §9): the lists are drawn and asked anew. */
export const useDayTurn = () => {
  const [, drawAnew] = useReducer((count: number) => count + 1, 0)
  const day = useRef(berlinToday(new Date()))
  useEffect(() => {
    const look = () => {
      const now = berlinToday(new Date())
      if (now === day.current) return
      day.current = now
      drawAnew()
      void renewReplies([sicknoteEndpoints.list, sicknoteEndpoints.missingExcuse])
    }
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [])
}
