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

  it('puts what begins with the typed text first, within its group', () => {
    expect(found('bewerbung')).toEqual(['Bewerbungen', 'Neue Bewerbung'])
    expect(found('e')[0]).toBe('Schülerinnen und Schüler')
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
