import { lazy, Suspense, use, useEffect } from 'react'
import { useSignedIn } from '#web/api/base-data.ts'
import { useStored } from '#web/ui/store.ts'
import { useEarlyKeys } from '#web/ui/use-early-keys.ts'
import {
  FramePartsContext,
  frameDialogs,
  MAIL_TEST,
  type OpenedFrameDialog,
  openFrameDialog,
  QUICK_VIEW,
  SICKNOTE,
} from './frame-dialogs.ts'
import { isPreserved } from './preserved-input.ts'

const PaletteDialog = lazy(() => import('./PaletteDialog.tsx').then((module) => ({ default: module.PaletteDialog })))
const ShortcutDialog = lazy(() => import('./ShortcutDialog.tsx').then((module) => ({ default: module.ShortcutDialog })))

const Opened = ({ dialog, child, list, text, takeEarly }: OpenedFrameDialog & { takeEarly: () => string }) => {
  const { MailTest, SicknoteReport, QuickView, LegalText } = use(FramePartsContext)
  const { close } = frameDialogs
  if (dialog === 'palette') return <PaletteDialog text={text} onClose={close} takeEarly={takeEarly} />
  if (dialog === 'shortcuts') return <ShortcutDialog onClose={close} />
  if (dialog === MAIL_TEST) return MailTest && <MailTest onClose={close} />
  if (dialog === SICKNOTE)
    return SicknoteReport && <SicknoteReport child={child} preservedAs={SICKNOTE} onClose={close} />
  if (dialog === QUICK_VIEW) return QuickView && child && <QuickView child={child} list={list} onClose={close} />
  return LegalText && <LegalText legalKey={dialog} onClose={close} />
}

const PRESERVED = [MAIL_TEST, SICKNOTE] as const

/** A dialog that was lost with the session opens again after the login (ux §2). */
const useReopened = () => {
  const user = useSignedIn()?.user.id
  useEffect(() => {
    const preserved = user === undefined ? undefined : PRESERVED.find((dialog) => isPreserved(user, dialog))
    if (preserved) openFrameDialog(preserved)
  }, [user])
}

/** Where the frame's own dialogs appear; the code of each is fetched when it opens. */
export const FrameDialogHost = () => {
  useReopened()
  const opened = useStored(frameDialogs)
  const takeEarly = useEarlyKeys(opened?.dialog === 'palette')
  return (
    opened && (
      <Suspense fallback={null}>
        <Opened key={opened.dialog} {...opened} takeEarly={takeEarly} />
      </Suspense>
    )
  )
}
