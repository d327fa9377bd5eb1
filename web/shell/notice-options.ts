export interface NoticeOptions {
  /** Takes the action back; shown as the button *Rückgängig*. */
  undo?: () => void | Promise<void>
  /** The record it is about, e.g. `registration 12`: an older undo of the same record goes with it. */
  about?: string
  /** A page to go on to. */
  link?: { text: string; to: string }
  type?: 'info' | 'positive' | 'negative'
}
