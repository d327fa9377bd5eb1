import { expect, test } from 'vitest'
import { letterTextOf } from './circulars.text.ts'

const SCHOOL = { Schule: 'Freie Schule', Telefon: '030 1', 'E-Mail': 'post@example.org' }

test.each([
  ['{Anrede},\n\nwir wandern mit {Kinder}.\n\nMit freundlichen Grüßen\n{Schule}', 'wir wandern mit {Kinder}.'],
  ['{Anrede}! Wir wandern ({Klassen}).', 'Wir wandern ({Klassen}).'],
  ['Ihr Kind, {Anrede}. Fragen? {Telefon}, {E-Mail}', 'Ihr Kind, Guten Tag. Fragen? 030 1, post@example.org'],
  ['Mit freundlichen Grüßen senden wir etwas.', 'Mit freundlichen Grüßen senden wir etwas.'],
])('a letter has no second greeting or closing and only its own placeholders: %j', (body, expected) => {
  expect(letterTextOf({ subject: 'Wandertag der {Schule}', body }, SCHOOL)).toEqual({
    subject: 'Wandertag der Freie Schule',
    body: expected,
  })
})
