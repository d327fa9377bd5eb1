import { expect, test } from 'vitest'
import { toEntry, waysToAll } from './palette-hits.ts'

test.each([
  ['Müller, Mia', 'müller', '3a'],
  ['Muller, Mia', 'müller', 'ähnlich · 3a'],
  ['Müller, Mia', 'muller', 'ähnlich · 3a'],
])('a hit %s of %s has the hint %s', (text, q, hint) => {
  const entry = toEntry({ group: 'pupils', id: 1, text, hint: '3a' }, 0, { q, goTo: () => undefined })
  expect(entry.hint).toBe(hint)
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
