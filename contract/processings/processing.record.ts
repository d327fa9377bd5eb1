import { z } from 'zod'
import { Lines, Text } from '#contract/formats.ts'
import { field, optionalDay, optionalLines, text } from '#contract/record.ts'

const lines = (label: string, max: number, hint?: string) =>
  field(Lines(max), z.string(), { label, kind: 'lines', max, ...(hint && { hint }) })

/** What a school adds to every activity of the register, also to those that the program describes. */
export const ProcessingReview = z.object({
  note: optionalLines('Ergänzung der Schule', 2000, {
    hint: 'Zum Beispiel weitere Empfänger, eigene Maßnahmen oder Besonderheiten.',
    max: 2000,
  }),
  reviewed_on: optionalDay('Zuletzt geprüft am', { hint: 'Stimmt der Eintrag noch?', isPast: true }),
})

/** An activity outside the program, which the school describes itself (Art. 30 DSGVO). */
export const OwnProcessing = z.object({
  title: text('Tätigkeit', Text(120), { placeholder: 'z. B. Schulfotos, Schulessen, Videokonferenzen' }),
  purpose: lines('Zweck', 1000),
  legal_basis: lines('Rechtsgrundlage', 500, 'Zum Beispiel Art. 6 Abs. 1 Buchst. a DSGVO (Einwilligung).'),
  persons: lines('Betroffene', 500),
  categories: lines('Daten', 1000),
  recipients: lines('Empfänger', 1000, 'Einer in jeder Zeile; „keine“, wenn es keine gibt.'),
  retention: lines('Löschfrist', 500),
  ...ProcessingReview.shape,
})
