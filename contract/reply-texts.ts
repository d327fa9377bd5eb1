/** What several changes answer alike. */
export const REPLY_TEXTS = {
  saved: 'Die Änderungen sind gespeichert.',
  nothingToChange: 'Es gab nichts zu ändern.',
} as const
