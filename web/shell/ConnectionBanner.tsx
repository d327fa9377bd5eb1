import { Hourglass, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Wait, waits } from '#web/api/waits.ts'
import { useStored } from '#web/ui/store.ts'
import { secondsText } from '#web/ui/use-countdown.ts'
import classes from './AppShell.module.css'

const connection = {
  get: () => navigator.onLine,
  subscribe: (listener: () => void) => {
    const stop = new AbortController()
    for (const change of ['online', 'offline']) window.addEventListener(change, listener, { signal: stop.signal })
    return () => stop.abort()
  },
}

const SLOW = 'Das dauert länger als sonst. Bitte warten Sie einen Augenblick.'
const STUCK =
  'Der Server antwortet noch nicht. Ihre Eingaben bleiben erhalten. Bitte lassen Sie diese Seite offen. Kommt nach einer Minute noch nichts, sagen Sie bitte Ihrer Schulleitung Bescheid.'
const BUSY = 'Das System ist gerade ausgelastet. Ihre Eingaben bleiben erhalten.'

/** The seconds are visible but not read out one by one: the wait is announced once. */
const BusyText = ({ seconds }: { seconds: number }) => (
  <span>
    {BUSY} <span aria-hidden>{`Nächster Versuch in ${secondsText(seconds)}.`}</span>
    <span className="sh-visually-hidden">Es wird gleich von selbst noch einmal versucht.</span>
  </span>
)

const textOf = (wait: Wait): ReactNode => {
  if (wait.kind === 'busy') return <BusyText seconds={wait.seconds} />
  return wait.kind === 'slow' ? SLOW : STUCK
}

/**
 * Shows in one place that the network is gone or an answer does not come, for pages, buttons and saving alike (ux §2);
 * the live region exists before, so that the text is announced.
 */
export const ConnectionBanner = () => {
  const online = useStored(connection)
  const wait = useStored(waits)
  return (
    <div role="status">
      {!online && (
        <p className={classes.offline}>
          <WifiOff size={20} aria-hidden />
          Keine Verbindung. Ihre Eingaben bleiben erhalten – wir versuchen es erneut.
        </p>
      )}
      {online && wait.kind !== 'none' && (
        <p className={classes.wait}>
          <Hourglass size={20} aria-hidden />
          {textOf(wait)}
        </p>
      )}
    </div>
  )
}
