import type { ReactNode } from 'react'

export interface NoticeOptions {
  /** Takes the action back; shown as the button *Rückgängig*, or with words of its own. */
  undo?: () => void | Promise<void>
  undoText?: string
  /** The record it is about, e.g. `registration 12`: an older undo of the same record goes with it. */
  about?: string
  /** A page to go on to. */
  link?: { text: string; to: string }
  /** Something to do about it. */
  action?: { text: string; run: () => void }
  /** A dialog to go on with, also by the letter I while the notice stands; it stays open when the notice goes. */
  dialog?: { text: string; render: (onGone: () => void) => ReactNode }
  type?: 'info' | 'positive' | 'negative'
  /** Stays until it is closed. */
  isLasting?: true
  /** A notice of the same name that still stands is not shown a second time. */
  id?: string
}
