import { lazy, Suspense, use, useEffect, useSyncExternalStore } from 'react'
import { useSignedIn } from '#web/api/base-data.ts'
import { useEarlyKeys } from '#web/ui/use-early-keys.ts'
import { type FrameDialog, frameDialogs, MAIL_TEST, openFrameDialog } from './frame-dialogs.ts'
import { FramePartsContext } from './frame-parts.ts'
import { isKept } from './kept-input.ts'

const PaletteDialog = lazy(() => import('./PaletteDialog.tsx').then((module) => ({ default: module.PaletteDialog })))
const ShortcutDialog = lazy(() => import('./ShortcutDialog.tsx').then((module) => ({ default: module.ShortcutDialog })))

const Opened = ({ dialog, takeEarly }: { dialog: FrameDialog; takeEarly: () => string }) => {
  const { MailTest, LegalText } = use(FramePartsContext)
  const { close } = frameDialogs
  if (dialog === 'palette') return <PaletteDialog onClose={close} takeEarly={takeEarly} />
  if (dialog === 'shortcuts') return <ShortcutDialog onClose={close} />
  if (dialog === MAIL_TEST) return MailTest && <MailTest onClose={close} />
  return LegalText && <LegalText legalKey={dialog} onClose={close} />
}

/** A mail that the end of a session took with it is shown again after the login (ux §2). */
const useReopened = () => {
  const user = useSignedIn()?.user.id
  useEffect(() => {
    if (user !== undefined && isKept(user, MAIL_TEST)) openFrameDialog(MAIL_TEST)
  }, [user])
}

/** Where the frame's own dialogs appear; the code of each is fetched when it opens. */
export const FrameDialogHost = () => {
  useReopened()
  const dialog = useSyncExternalStore(frameDialogs.subscribe, frameDialogs.get)
  const takeEarly = useEarlyKeys(dialog === 'palette')
  return (
    dialog && (
      <Suspense fallback={null}>
        <Opened key={dialog} dialog={dialog} takeEarly={takeEarly} />
      </Suspense>
    )
  )
}
