import { useCallback, useEffect } from 'react'
import { type FormAddress, type LoadedSettings, loadSettings } from '#web/domains/registrations/start-registration.ts'
import { isStale } from './form-token-age.ts'

/** How often an open page looks how old it is; timers stand still while the computer sleeps. */
const LOOK_MS = 5 * 60 * 1000

/** Fetches the settings again when they are half a day old, for a tab that stays open or is looked at again. */
export const useFreshSettings = (
  address: FormAddress,
  settings: LoadedSettings,
  onSettings: (settings: LoadedSettings) => void,
) => {
  const renew = useCallback(async () => {
    const changed = await loadSettings(address, true)
    onSettings(changed)
    return changed
  }, [address, onSettings])
  useEffect(() => {
    const look = () => {
      // Without answer the old settings stay, and the next look tries again.
      if (document.visibilityState === 'visible' && isStale(settings, Date.now())) renew().catch(() => undefined)
    }
    const timer = setInterval(look, LOOK_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [settings, renew])
  return renew
}
