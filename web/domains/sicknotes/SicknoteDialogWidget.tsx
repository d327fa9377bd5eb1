import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { usePreservedInput } from '#web/forms/use-preserved-input.ts'
import { loadAhead } from '#web/ui/load-ahead.ts'
import { useEarlyKeys } from '#web/ui/use-early-keys.ts'
import type { PickedPupil, PreservedNote } from './sicknote-form.ts'

const loadDialog = () => import('./SicknoteDialog.tsx')
const SicknoteDialog = lazy(() => loadDialog().then((module) => ({ default: module.SicknoteDialog })))
const SicknoteChangeDialog = lazy(() =>
  import('./SicknoteChangeDialog.tsx').then((module) => ({ default: module.SicknoteChangeDialog })),
)

const NOBODY: readonly PickedPupil[] = []

interface SicknoteDialogWidgetProps {
  /** Children that are chosen already. */
  pupils?: readonly PickedPupil[]
  /** Names what is kept of it when a session ends; missing: it belongs to the page. */
  preservedAs?: string
  opened: boolean
  onClose: () => void
}

/** The dialog *Krankmeldung erfassen* for any page; what is typed while it opens is kept. */
export const SicknoteDialogWidget = ({ pupils = NOBODY, preservedAs, opened, onClose }: SicknoteDialogWidgetProps) => {
  const place = usePreservedInput<PreservedNote>(preservedAs ?? `${window.location.pathname} sicknote-dialog`)
  // A dialog of the frame is there for one report; on a page the same dialog is opened again and again.
  const [preserved, setKept] = useState(preservedAs === undefined ? undefined : place.preserved)
  const [extended, setExtended] = useState<Sicknote>()
  const isReopened = useRef(false)
  const takeEarly = useEarlyKeys(opened)
  useEffect(() => loadAhead(loadDialog), [])
  useEffect(() => {
    if (isReopened.current) return
    isReopened.current = true
    setKept(place.preserved)
  }, [place])
  if (!opened && !preserved) return null
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
          preserved={preserved}
          remember={place.remember}
          onGone={close}
          takeEarly={takeEarly}
          onExtend={setExtended}
        />
      )}
    </Suspense>
  )
}

interface SicknoteReportWidgetProps {
  /** Missing: who it is about is asked in the dialog. */
  child: PickedPupil | undefined
  /** Names what is kept of it when a session ends. */
  preservedAs: string
  onClose: () => void
}

/** The dialog on any page: the search over everything opens it. */
export const SicknoteReportWidget = ({ child, preservedAs, onClose }: SicknoteReportWidgetProps) => (
  <SicknoteDialogWidget {...(child && { pupils: [child] })} preservedAs={preservedAs} opened onClose={onClose} />
)
