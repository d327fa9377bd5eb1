import { expect, test } from 'vitest'
import { hyphenParts } from './HyphenatedText.tsx'

test.each([
  ['Krankmeldungen', 'Krank|meldungen'],
  ['Abwesenheitsmeldungen', 'Ab|wesenheits|meldungen'],
  ['Schülerinnen und Schüler', 'Schüler|innen und Schüler'],
  ['Bewerbungen', 'Bewer|bungen'],
  ['Schulverwaltung', 'Schul|verwaltung'],
  ['Schuljahreswechsel 2027/28', 'Schuljahres|wechsel 2027/28'],
  ['Klassenzuordnung', 'Klassenzu|ordnung'],
  ['Benutzeraktionen', 'Benutzer|aktionen'],
  ['Start', 'Start'],
  ['Ida Kern', 'Ida Kern'],
  ['', ''],
])('%s breaks at %s', (text, parts) => {
  expect(hyphenParts(text).join('|')).toBe(parts)
})
