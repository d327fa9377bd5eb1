import { type ComponentType, createContext } from 'react'
import type { LegalKey } from '#contract/legal/legal.ts'
import type { SearchedChild } from '#contract/search/search.ts'
import { createStore } from '#web/ui/store.ts'

interface OpenedDialog {
  /** Called once the dialog is closed; then it goes. */
  onClose: () => void
}

/** What the frame shows of domains, given by `routes.tsx`: the frame itself knows none. */
export interface FrameParts {
  MailTest: ComponentType<OpenedDialog>
  SicknoteReport: ComponentType<OpenedDialog & { child: SearchedChild | undefined; preservedAs: string }>
  QuickView: ComponentType<OpenedDialog & { child: SearchedChild; list: readonly SearchedChild[] | undefined }>
  /** Alarms of the installation, for admins. */
  SystemBanner: ComponentType
  LegalText: ComponentType<OpenedDialog & { legalKey: LegalKey }>
}

export const FramePartsContext = createContext<Partial<FrameParts>>({})

/** Also the name of its stored input (`use-preserved-input.ts`). */
export const MAIL_TEST = 'mailtest'
export const SICKNOTE = 'sicknote'
export const QUICK_VIEW = 'quick-view'

/** Dialogs of the frame itself; at most one is open. */
export type FrameDialog = 'palette' | 'shortcuts' | typeof MAIL_TEST | typeof SICKNOTE | typeof QUICK_VIEW | LegalKey

export interface OpenedFrameDialog {
  dialog: FrameDialog
  /** The child of the dialog, if one was chosen before. */
  child?: SearchedChild | undefined
  /** The list in which that child stands, to go on to the next one. */
  list?: readonly SearchedChild[] | undefined
  /** What the palette searches for at once. */
  text?: string | undefined
}

const { get, set, subscribe } = createStore<OpenedFrameDialog | undefined>(undefined)

export const frameDialogs = { get, subscribe, close: () => set(undefined) }

export const openFrameDialog = (dialog: FrameDialog, child?: SearchedChild, list?: readonly SearchedChild[]) =>
  set({ dialog, child, list })

export const searchEverything = (text: string) => set({ dialog: 'palette', text })
