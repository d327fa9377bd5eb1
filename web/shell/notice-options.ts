import type { ReactNode } from 'react'

export interface NoticeOptions {
  /** Undoes the action; shown as the button *Rückgängig*, or with its own words. */
  undo?: () => void | Promise<void>
  undoText?: string
  /** The record of the action, e.g. `registration 12`: an older undo of the same record is removed. */
  about?: string
  /** A link to the next page. */
  link?: { text: string; to: string }
  /** A button for another action. */
  action?: { text: string; run: () => void }
  /**
   * A button for a dialog, also by the letter I while the notice is visible; the dialog stays open when the notice
   * goes.
   */
  dialog?: { text: string; render: (onGone: () => void) => ReactNode }
  type?: 'info' | 'positive' | 'negative'
  /** Stays until it is closed. */
  isLasting?: true
  /** A visible notice of the same name is not shown again. */
  id?: string
}
