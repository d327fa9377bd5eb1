/** The messages of `MESSAGES` (spec §5) that pages without zod show. */
export const PLAIN_MESSAGES = {
  required: 'Dieses Feld ist ein Pflichtfeld.',
  maxLength: (count: number) => `Maximal ${count} Zeichen angeben.`,
  mustBeTrue: 'Bitte hier bestätigen.',
  date: 'Dies ist kein gültiges Datum.',
} as const
