import type { LegalKey } from '#contract/legal/legal.ts'
import type { SearchedChild } from '#contract/search/search.ts'

/** Also the name of what is kept of it (`use-kept-input.ts`). */
export const MAIL_TEST = 'mailtest'
export const SICKNOTE = 'sicknote'

/** Dialogs of the frame itself; at most one is open. */
export type FrameDialog = 'palette' | 'shortcuts' | typeof MAIL_TEST | typeof SICKNOTE | LegalKey

export interface OpenedFrameDialog {
  dialog: FrameDialog
  /** Whom it is about, where somebody was chosen before. */
  child?: SearchedChild | undefined
}

let open: OpenedFrameDialog | undefined
const listeners = new Set<() => void>()

const show = (opened: OpenedFrameDialog | undefined) => {
  open = opened
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

export const openFrameDialog = (dialog: FrameDialog, child?: SearchedChild) => show({ dialog, child })
