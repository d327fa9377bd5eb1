import { expect, test } from 'vitest'
import { rangeText } from '#web/lists/range-text.ts'
import { logFilterTexts, userlogState } from './userlog-query.ts'

const stateOf = (query: string) => {
  const search = new URLSearchParams(query)
  return userlogState({ get: (key) => search.get(key) ?? undefined, set: () => {} })
}

const NOBODY = { person: undefined, object: undefined }

test.each([
  ['', NOBODY, ['von Personen', 'ohne An- und Abmeldungen']],
  ['sign_ins=1', NOBODY, ['von Personen']],
  ['actor=all', NOBODY, ['ohne An- und Abmeldungen']],
  ['actor=system', NOBODY, ['vom System', 'ohne An- und Abmeldungen']],
  ['search=vogt&action=login', NOBODY, ['„vogt“', 'von Personen', 'Aktion: Anmeldung']],
  [
    'user_id=3',
    { person: 'Anna Groß', object: undefined },
    ['Person: Anna Groß', 'von Personen', 'ohne An- und Abmeldungen'],
  ],
  [
    'entity_type=pupil&result=denied',
    NOBODY,
    ['von Personen', 'Objekt: SuS', 'ohne An- und Abmeldungen', 'Ergebnis: abgewiesen'],
  ],
  [
    'entity_type=pupil&entity_id=7',
    { person: undefined, object: 'SuS: Mia Vogt' },
    ['von Personen', 'SuS: Mia Vogt', 'ohne An- und Abmeldungen'],
  ],
  [
    'from=2026-11-01&until=2026-11-20',
    NOBODY,
    ['von Personen', 'ohne An- und Abmeldungen', 'ab 01.11.2026 bis 20.11.2026'],
  ],
  [
    'until=2026-11-20&without_school=1',
    NOBODY,
    ['von Personen', 'ohne An- und Abmeldungen', 'ohne Schule', 'bis 20.11.2026'],
  ],
  ['from=gestern&result=maybe&actor=cow', NOBODY, ['von Personen', 'ohne An- und Abmeldungen']],
])('the filters of %j are told', (query, names, texts) => {
  expect(logFilterTexts(stateOf(query), names)).toEqual(texts)
})

test.each([
  ['', { shown: 50, total: 1699 }, '1–50 von 1.699'],
  ['page=34', { shown: 49, total: 1699 }, '1.651–1.699 von 1.699'],
  ['', { shown: 0, total: 0 }, '0–0 von 0'],
])('%j with %j reads %j', (query, { shown, total }, text) => {
  expect(rangeText(stateOf(query), shown, total)).toBe(text)
})
