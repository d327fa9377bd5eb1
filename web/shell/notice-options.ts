export interface NoticeOptions {
  /** Takes the action back; shown as the button *Rückgängig*. */
  undo?: () => void | Promise<void>
  /** A page to go on to. */
  link?: { text: string; to: string }
  type?: 'info' | 'positive' | 'negative'
}
