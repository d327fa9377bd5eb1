import { expect, test } from 'vitest'
import { parseHandbook } from './parse-handbook.ts'
import { excerptOf, helpMarks, searchHandbook } from './search-handbook.ts'

const CHAPTERS = parseHandbook(`## Klassen

Eine Klassenliste lässt sich drucken.

### Verschieben

- **Kinder:** Kreuzen Sie Kinder an. Die Müllers stehen weiter unten.
- **Rückgängig:** steht in der Meldung.

## Tasten

| Taste | Was sie tut |
|---|---|
| Strg+K | findet Klassen |
`)
const found = (typed: string) =>
  searchHandbook(CHAPTERS, typed).map(({ chapter, section, anchor }) => [chapter, section, anchor].join('/'))

test('the title comes first, then places that begin with the word, then those that only contain it', () => {
  expect(found('klasse')).toEqual(['Klassen//', 'Klassen//absatz', 'Tasten//strg-k'])
})

test('all words must be there, in any order and spelling, also in the headings above', () => {
  expect(found('mueller kinder')).toEqual(['Klassen/Verschieben/kinder'])
  expect(found('verschieben rueckgaengig')).toEqual(['Klassen/Verschieben/rueckgaengig'])
  expect(found('kinder fernrohr')).toEqual([])
  expect(found('liste')).toEqual(['Klassen//absatz'])
  expect(found(' ')).toEqual([])
})

test('a heading stands for what is below it, and shows that', () => {
  const chapters = parseHandbook(`## Klassen

### Listen drucken

1. Öffnen Sie die Klasse.
2. „Klassenliste drucken“ druckt sofort.

### Leitung

Drücken Sie „Klasse bearbeiten“.
`)
  const shownOf = (typed: string) => searchHandbook(chapters, typed).map(({ section, shown }) => [section, shown])
  expect(shownOf('drucken')).toEqual([
    ['Listen drucken', '1. Öffnen Sie die Klasse. 2. „Klassenliste drucken“ druckt sofort.'],
  ])
  expect(shownOf('drücken')).toEqual([['Leitung', 'Drücken Sie „Klasse bearbeiten“.']])
  expect(shownOf('klassen')[0]).toEqual(['', 'Listen drucken · Leitung'])
})

test('endings do not count, and without umlauts a word is found when nothing is spelled like it', () => {
  expect(found('klassenlisten')).toEqual(['Klassen//absatz'])
  expect(found('verschiebung')).toEqual(['Klassen/Verschieben/verschieben'])
  expect(found('ruckgangig')).toEqual(['Klassen/Verschieben/rueckgaengig'])
})

test('whole words are marked, with their signs', () => {
  expect(helpMarks('Die „Müllers“ rufen', 'mueller').filter(({ isHit }) => isHit)).toEqual([
    { key: 2, part: '„Müllers“', isHit: true },
  ])
})

test('an excerpt of a long text begins shortly before the first hit', () => {
  const words = Array.from({ length: 80 }, (_, index) => (index === 60 ? 'Notfall' : `wort${index}`))
  const excerpt = excerptOf(words.join(' '), 'notfall')
  expect(excerpt).toMatch(/^… wort5\d .*Notfall/)
  expect(excerpt.split(' ').length).toBeLessThan(34)
  expect(excerptOf('Ein kurzer Text', 'kurz')).toBe('Ein kurzer Text')
})

test('a word with a hyphen is found as it is written: its single letter is not everywhere', () => {
  const chapters = parseHandbook(`## Post

### Adressen

- **E-Mail:** steht bei den Eltern.
- **Fehler:** Eine Meldung sagt, was fehlt.
`)
  const shownOf = (typed: string) => searchHandbook(chapters, typed).map(({ shown }) => shown)
  expect(shownOf('E-Mail')).toEqual(['E-Mail: steht bei den Eltern.'])
  const marked = helpMarks('Eine E-Mail-Adresse fehlt.', 'E-Mail').filter(({ isHit }) => isHit)
  expect(marked.map(({ part }) => part)).toEqual(['E-Mail-Adresse'])
})
