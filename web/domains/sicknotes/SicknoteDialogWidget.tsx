import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { useKeptInput } from '#web/forms/use-kept-input.ts'
import { useEarlyKeys } from '#web/ui/use-early-keys.ts'
import type { NewNoteValues, PickedPupil } from './sicknote-form.ts'

const loadDialog = () => import('./SicknoteDialog.tsx').then((module) => ({ default: module.SicknoteDialog }))
const SicknoteDialog = lazy(loadDialog)
const SicknoteChangeDialog = lazy(() =>
  import('./SicknoteChangeDialog.tsx').then((module) => ({ default: module.SicknoteChangeDialog })),
)

/** First signs that somebody works with the page. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const

/** With the first sign of somebody at work: a call is taken in seconds (ux §3.7), and who only looks fetches nothing. */
const loadAtFirstSign = () => {
  const stop = new AbortController()
  const load = () => {
    stop.abort()
    // What fails here is said when the dialog opens.
    void loadDialog().catch(() => undefined)
  }
  for (const sign of SIGNS) window.addEventListener(sign, load, { signal: stop.signal, passive: true })
  return () => stop.abort()
}

const NOBODY: readonly PickedPupil[] = []

interface SicknoteDialogWidgetProps {
  /** Children that are chosen already. */
  pupils?: readonly PickedPupil[]
  /** Names what is kept of it when a session ends; missing: it belongs to the page. */
  keptAs?: string
  /** On this page it is opened again and again: its code comes ahead. */
  isExpected?: boolean
  opened: boolean
  onClose: () => void
}

/** The dialog *Krankmeldung erfassen* for any page; what is typed while its code comes is kept. */
export const SicknoteDialogWidget = ({
  pupils = NOBODY,
  keptAs,
  isExpected = false,
  opened,
  onClose,
}: SicknoteDialogWidgetProps) => {
  const place = useKeptInput<NewNoteValues>(keptAs ?? `${window.location.pathname} sicknote-dialog`)
  // A dialog of the frame is there for one report; on a page the same dialog is opened again and again.
  const [kept, setKept] = useState(keptAs === undefined ? undefined : place.kept)
  const [extended, setExtended] = useState<Sicknote>()
  const isReopened = useRef(false)
  const takeEarly = useEarlyKeys(opened)
  useEffect(() => (isExpected ? loadAtFirstSign() : undefined), [isExpected])
  useEffect(() => {
    if (isReopened.current) return
    isReopened.current = true
    setKept(place.kept)
  }, [place])
  if (!opened && !kept) return null
  const close = () => {
    setKept(undefined)
    setExtended(undefined)
    onClose()
  }
  return (
    <Suspense fallback={null}>
      {extended ? (
        <SicknoteChangeDialog note={extended} onGone={close} />
      ) : (
        <SicknoteDialog
          pupils={pupils}
          kept={kept}
          remember={place.remember}
          onGone={close}
          takeEarly={takeEarly}
          onExtend={setExtended}
        />
      )}
    </Suspense>
  )
}
