import { useEffect, useRef } from 'react'
import type { Receipt } from '#contract/registrations/registrations.public.ts'
import { publicRegistrationEndpoints } from '#contract/registrations/registrations.public.ts'
import { call } from '#web/api/client.ts'

/** By then the mail server was asked: whether the mail left is known, and the family still reads. */
const LOOK_AFTER_MS = 15_000

/**
 * Asks for the receipt once more, a little later and whenever somebody comes back to the page: the mail may have left
 * meanwhile, or its link may have been opened.
 */
export const useFreshReceipt = (schoolShort: string, receipt: Receipt, onReceipt: (receipt: Receipt) => void) => {
  const shown = useRef({ receipt, onReceipt })
  shown.current = { receipt, onReceipt }
  const { number } = receipt
  useEffect(() => {
    const stop = new AbortController()
    const ask = async () => {
      const before = shown.current.receipt
      const reply = await call(publicRegistrationEndpoints.receipt, {
        params: { school_short: schoolShort },
        signal: stop.signal,
      }).catch(() => undefined)
      // An address that was corrected meanwhile is newer than this answer.
      const isNewer = !stop.signal.aborted && shown.current.receipt === before
      if (isNewer && reply?.receipt?.number === number) shown.current.onReceipt(reply.receipt)
    }
    const look = () => {
      if (!document.hidden) void ask()
    }
    const timer = setTimeout(ask, LOOK_AFTER_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
      stop.abort()
    }
  }, [schoolShort, number])
}
