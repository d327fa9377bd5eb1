import { type ComponentType, createContext } from 'react'
import type { LegalKey } from '#contract/legal/legal.ts'
import type { SearchedChild } from '#contract/search/search.ts'

interface OpenedDialog {
  /** Called once the dialog is closed; then it goes. */
  onClose: () => void
}

/** What the frame shows of domains, given by `routes.tsx`: the frame itself knows none. */
export interface FrameParts {
  MailTest: ComponentType<OpenedDialog>
  SicknoteReport: ComponentType<OpenedDialog & { child: SearchedChild | undefined; keptAs: string }>
  LegalText: ComponentType<OpenedDialog & { legalKey: LegalKey }>
}

export const FramePartsContext = createContext<Partial<FrameParts>>({})

/** Also the name of its stored input (`use-kept-input.ts`). */
export const MAIL_TEST = 'mailtest'
export const SICKNOTE = 'sicknote'

/** Dialogs of the frame itself; at most one is open. */
export type FrameDialog = 'palette' | 'shortcuts' | typeof MAIL_TEST | typeof SICKNOTE | LegalKey

export interface OpenedFrameDialog {
  dialog: FrameDialog
  /** The child of the dialog, if one was chosen before. */
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
