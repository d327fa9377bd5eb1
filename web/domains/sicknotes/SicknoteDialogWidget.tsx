import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useKeptInput } from '#web/shell/use-kept-input.ts'
import type { NewNoteValues, PickedPupil } from './sicknote-form.ts'

const SicknoteDialog = lazy(() => import('./SicknoteDialog.tsx').then((module) => ({ default: module.SicknoteDialog })))

const NOBODY: readonly PickedPupil[] = []

interface SicknoteDialogWidgetProps {
  /** Children that are chosen already. */
  pupils?: readonly PickedPupil[]
  opened: boolean
  onClose: () => void
}

/** The dialog *Krankmeldung erfassen* for any page; its code comes when it opens. */
export const SicknoteDialogWidget = ({ pupils = NOBODY, opened, onClose }: SicknoteDialogWidgetProps) => {
  const place = useKeptInput<NewNoteValues>(`${window.location.pathname} sicknote-dialog`)
  const [kept, setKept] = useState<NewNoteValues>()
  const isReopened = useRef(false)
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
      <SicknoteDialog pupils={pupils} kept={kept} remember={place.remember} onGone={close} />
    </Suspense>
  )
}
