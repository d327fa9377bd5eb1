import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'

/** The code of the actions comes with the first one. */
export const seeNote = async (note: Sicknote, seen: boolean) =>
  (await import('./sicknote-actions.ts')).markSeen([note], seen)
