import { useEffect, useRef } from 'react'
import type { FormSettings } from '#contract/registrations.public.ts'
import { call } from '#web/api/client.ts'
import { publicEndpoints } from './public-calls.ts'
import type { FormAddress } from './start-registration.ts'

/** The server takes a form for 24 hours; whoever comes back to an old tab gets it anew long before. */
const STALE_MS = 12 * 60 * 60 * 1000

/** Fetches the settings again when the page is looked at after half a day; the answers stay. */
export const useFreshSettings = (address: FormAddress, onSettings: (settings: FormSettings) => void) => {
  const loadedAt = useRef(Date.now())
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState !== 'visible' || Date.now() - loadedAt.current < STALE_MS) return
      loadedAt.current = Date.now()
      const input = { params: { school_short: address.short }, query: { draft: address.draft } }
      // Without answer the old settings stay; submitting says what is wrong.
      call(publicEndpoints.settings, input).then(onSettings, () => undefined)
    }
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [address, onSettings])
}
