import { expect, it } from 'vitest'
import { groupNeighbours } from '#web/domains/registrations/form/registration-flow.ts'

it('only neighbours come together, in their order', () => {
  const items = [{ key: 1 }, { key: 2, group: 'A' }, { key: 3, group: 'A' }, { key: 4 }, { key: 5, group: 'A' }]
  expect(groupNeighbours(items).map(({ title, items: found }) => [title, found.map(({ key }) => key)])).toEqual([
    [undefined, [1]],
    ['A', [2, 3]],
    [undefined, [4]],
    ['A', [5]],
  ])
})
