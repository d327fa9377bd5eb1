import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useKeptInput } from '#web/shell/use-kept-input.ts'
import type { NewNoteValues, PickedPupil } from './sicknote-form.ts'
import { useEarlyKeys } from './use-early-keys.ts'

const loadDialog = () => import('./SicknoteDialog.tsx').then((module) => ({ default: module.SicknoteDialog }))
const SicknoteDialog = lazy(loadDialog)

/** Once the page has what it needs itself: a call is taken in seconds (ux §3.7). */
const loadWhenIdle = () => {
  // Safari has no idle callback; what fails here is said when the dialog opens.
  const wait = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200))
  wait(() => void loadDialog().catch(() => undefined))
}

const NOBODY: readonly PickedPupil[] = []

interface SicknoteDialogWidgetProps {
  /** Children that are chosen already. */
  pupils?: readonly PickedPupil[]
  opened: boolean
  onClose: () => void
}

/** The dialog *Krankmeldung erfassen* for any page; its code comes ahead, and what is typed meanwhile is kept. */
export const SicknoteDialogWidget = ({ pupils = NOBODY, opened, onClose }: SicknoteDialogWidgetProps) => {
  const place = useKeptInput<NewNoteValues>(`${window.location.pathname} sicknote-dialog`)
  const [kept, setKept] = useState<NewNoteValues>()
  const isReopened = useRef(false)
  const takeEarly = useEarlyKeys(opened)
  useEffect(loadWhenIdle, [])
  useEffect(() => {
    if (isReopened.current) return
    isReopened.current = true
    setKept(place.kept)
  }, [place])
  if (!opened && !kept) return null
  const close = () => {
    setKept(undefined)
    onClose()
  }
  return (
    <Suspense fallback={null}>
      <SicknoteDialog pupils={pupils} kept={kept} remember={place.remember} onGone={close} takeEarly={takeEarly} />
    </Suspense>
  )
}
