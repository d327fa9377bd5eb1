/** Answers that several changes share. */
export const REPLY_TEXTS = {
  saved: 'Die Änderungen sind gespeichert.',
  nothingToChange: 'Es gab nichts zu ändern.',
} as const
