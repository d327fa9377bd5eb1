import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import classes from './AppShell.module.css'

const subscribe = (listener: () => void) => {
  const stop = new AbortController()
  for (const change of ['online', 'offline']) window.addEventListener(change, listener, { signal: stop.signal })
  return () => stop.abort()
}

const isOnline = () => navigator.onLine

/** Says that the network is gone; the live region stands before, so that the words are announced. */
export const OfflineBanner = () => (
  <div role="status">
    {!useSyncExternalStore(subscribe, isOnline) && (
      <p className={classes.offline}>
        <WifiOff size={20} aria-hidden />
        Keine Verbindung. Ihre Eingaben bleiben erhalten – wir versuchen es erneut.
      </p>
    )}
  </div>
)
