/** Those of `MESSAGES` (spec §5) that a page says which has no zod. */
export const PLAIN_MESSAGES = {
  required: 'Dieses Feld ist ein Pflichtfeld.',
  maxLength: (count: number) => `Maximal ${count} Zeichen angeben.`,
  date: 'Dies ist kein gültiges Datum.',
} as const
