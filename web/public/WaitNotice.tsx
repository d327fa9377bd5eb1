import { useSyncExternalStore } from 'react'
import { waits } from '#web/api/waits.ts'
import classes from './WaitNotice.module.css'

const TEXTS = {
  slow: 'Das dauert länger als sonst. Bitte warten Sie einen Augenblick.',
  stuck:
    'Die Seite wartet noch auf Antwort. Ihre Eingaben bleiben erhalten. Bitte lassen Sie die Seite offen. Kommt nach einer Minute noch nichts, versuchen Sie es bitte später noch einmal oder rufen Sie in der Schule an.',
} as const

/** Ux §2 on the pages without login: words for a wait, and after a while what to do. */
export const WaitNotice = () => {
  const { kind } = useSyncExternalStore(waits.subscribe, waits.get)
  return (
    <div role="status">{(kind === 'slow' || kind === 'stuck') && <p className={classes.wait}>{TEXTS[kind]}</p>}</div>
  )
}
