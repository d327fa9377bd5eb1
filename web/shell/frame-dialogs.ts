import type { LegalKey } from '#contract/legal.titles.ts'

/** Also the name of what is kept of it (`use-kept-input.ts`). */
export const MAIL_TEST = 'mailtest'

/** Dialogs of the frame itself; at most one is open. */
export type FrameDialog = 'palette' | 'shortcuts' | typeof MAIL_TEST | LegalKey

let open: FrameDialog | undefined
const listeners = new Set<() => void>()

const show = (dialog: FrameDialog | undefined) => {
  open = dialog
  for (const listener of listeners) listener()
}

export const frameDialogs = {
  get: () => open,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  close: () => show(undefined),
}

export const openFrameDialog = (dialog: FrameDialog) => show(dialog)
