import { lazy, Suspense, use, useSyncExternalStore } from 'react'
import { type FrameDialog, frameDialogs } from './frame-dialogs.ts'
import { FramePartsContext } from './frame-parts.ts'

const PaletteDialog = lazy(() => import('./PaletteDialog.tsx').then((module) => ({ default: module.PaletteDialog })))
const ShortcutDialog = lazy(() => import('./ShortcutDialog.tsx').then((module) => ({ default: module.ShortcutDialog })))

const Opened = ({ dialog }: { dialog: FrameDialog }) => {
  const { MailTest, LegalText } = use(FramePartsContext)
  const { close } = frameDialogs
  if (dialog === 'palette') return <PaletteDialog onClose={close} />
  if (dialog === 'shortcuts') return <ShortcutDialog onClose={close} />
  if (dialog === 'mailtest') return MailTest && <MailTest onClose={close} />
  return LegalText && <LegalText legalKey={dialog} onClose={close} />
}

/** Where the frame's own dialogs appear; the code of each is fetched when it opens. */
export const FrameDialogHost = () => {
  const dialog = useSyncExternalStore(frameDialogs.subscribe, frameDialogs.get)
  return (
    dialog && (
      <Suspense fallback={null}>
        <Opened key={dialog} dialog={dialog} />
      </Suspense>
    )
  )
}
