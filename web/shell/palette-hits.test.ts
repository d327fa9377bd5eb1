import { expect, test } from 'vitest'
import { toEntry, verbEntries, waysToAll } from './palette-hits.ts'

test.each([
  ['Müller, Mia', 'müller', '3a'],
  ['Muller, Mia', 'müller', 'ähnlich · 3a'],
  ['Müller, Mia', 'muller', 'ähnlich · 3a'],
])('a hit %s of %s has the hint %s', (text, q, hint) => {
  const entry = toEntry({ group: 'pupils', id: 1, text, hint: '3a' }, 0, { q, goTo: () => undefined })
  expect(entry.hint).toBe(hint)
})

test('a hit that was not spelled as typed says so', () => {
  const search = { q: 'mülter', isAlike: true, goTo: () => undefined }
  expect(toEntry({ group: 'pupils', id: 1, text: 'Müller, Mia', hint: null }, 0, search).hint).toBe('ähnlich')
})

test('what is cut off leads to its list, once for all that is listed there, with the same search', () => {
  const gone: string[] = []
  const ways = waysToAll(['pupils', 'guardians', 'classes', 'employees'], 'mül & co', (path) => gone.push(path))
  expect(ways.map(({ text, hint }) => [text, hint])).toEqual([
    ['Alle Treffer in der Liste', 'Schülerinnen und Schüler'],
    ['Alle Treffer in der Liste', 'Mitarbeitende'],
  ])
  for (const way of ways) way.run()
  expect(gone).toEqual(['/admin/sus?search=m%C3%BCl%20%26%20co', '/admin/mitarbeiter?search=m%C3%BCl%20%26%20co'])
  expect(waysToAll([], 'mül', () => undefined)).toEqual([])
})

test('a list of a class is offered once, of this year', () => {
  const hit = (id: number, text: string, hint: string) => ({ group: 'classes' as const, id, text, hint })
  const hits = [hit(1, '6a', '2026/2027'), hit(2, '6b', '2026/2027'), hit(3, '6a', '2027/2028')]
  const verb = { kind: 'list', title: 'Telefonliste', list: 'telefon' } as const
  const entries = verbEntries(hits, verb, { baseData: {} as never, goTo: () => undefined })
  expect(entries.map(({ id, text }) => `${id} ${text}`)).toEqual([
    'list-1 Telefonliste 6a drucken',
    'list-2 Telefonliste 6b drucken',
  ])
})
