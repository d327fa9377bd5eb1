import { describe, expect, it } from 'vitest'
import { matchingEntries, type PaletteEntry } from './palette-entries.ts'

const entry = (group: string, text: string, alsoFoundBy = ''): PaletteEntry => ({
  id: text,
  group,
  text,
  alsoFoundBy,
  run: () => {},
})

const ENTRIES = [
  entry('Seiten', 'Schülerinnen und Schüler'),
  entry('Seiten', 'Neue Bewerbung'),
  entry('Seiten', 'Bewerbungen'),
  entry('Aktionen', 'Darstellung: Hell', 'Farben'),
  entry('Aktionen', 'Logout', 'Abmelden'),
]

const found = (typed: string) => matchingEntries(ENTRIES, typed).map(({ text }) => text)

describe('the palette', () => {
  it('shows everything while nothing is typed', () => {
    expect(found(' ')).toHaveLength(ENTRIES.length)
  })

  it.each(['schüler', 'Schueler', 'schuler', 'schüler und'])('finds pupils by %s', (typed) => {
    expect(found(typed)).toEqual(['Schülerinnen und Schüler'])
  })

  it.each(['mül', 'mul', 'ula'])('finds no page by %s, which stands inside of another word', (typed) => {
    const form = entry('Seiten', 'Aushang zum Bewerbungsformular', 'Online-Formular')
    expect(matchingEntries([form], typed)).toEqual([])
  })

  it.each(['form', 'Online', 'formular', 'bewerb', 'aus'])('finds a page by %s, in its title or its words', (typed) => {
    const form = entry('Seiten', 'Aushang zum Bewerbungsformular', 'Online-Formular')
    expect(matchingEntries([form], typed)).toEqual([form])
  })

  it('puts what begins with the typed text first, within its group', () => {
    expect(found('bewerbung')).toEqual(['Bewerbungen', 'Neue Bewerbung'])
    expect(found('b')).toEqual(['Bewerbungen', 'Neue Bewerbung'])
  })

  it('finds words in any order and by other names', () => {
    expect(found('bewerbung neu')).toEqual(['Neue Bewerbung'])
    expect(found('abmelden')).toEqual(['Logout'])
    expect(found('farb')).toEqual(['Darstellung: Hell'])
  })

  it('finds nothing by what is nowhere', () => {
    expect(found('xyz')).toEqual([])
  })
})
