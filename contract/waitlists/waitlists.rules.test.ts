import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSameOrder, priorityGroup, priorityReason, proposedOrder, withMoved } from './waitlists.rules.ts'

const NOBODY = {
  has_sibling_here: false,
  has_sibling_at_partner: false,
  comes_from_partner: false,
  is_staff_child: false,
}
const ALL = { has_sibling_here: true, has_sibling_at_partner: true, comes_from_partner: true, is_staff_child: true }
const PRIMARY = { school_type: 'primary', sibling_priority: true } as const
const SECONDARY = { school_type: 'secondary_1', sibling_priority: true } as const

describe('the group of a child who waits', () => {
  const DEAF = { sibling_priority: false } as const
  test.each([
    { title: 'a sibling here', school: PRIMARY, child: { has_sibling_here: true }, is: ['sibling_here', 1] },
    { title: 'the same, secondary', school: SECONDARY, child: { has_sibling_here: true }, is: ['sibling_here', 1] },
    { title: 'from the partner', school: SECONDARY, child: { comes_from_partner: true }, is: ['from_partner', 2] },
    { title: 'the same, primary', school: PRIMARY, child: { comes_from_partner: true }, is: ['none', 4] },
    {
      title: 'a sibling at the partner',
      school: PRIMARY,
      child: { has_sibling_at_partner: true },
      is: ['sibling_at_partner', 3],
    },
    { title: 'a child of staff', school: PRIMARY, child: { is_staff_child: true }, is: ['staff_child', 3] },
    { title: 'nothing', school: SECONDARY, child: {}, is: ['none', 4] },
    { title: 'everything', school: SECONDARY, child: ALL, is: ['sibling_here', 1] },
    { title: 'all but siblings', school: { ...SECONDARY, ...DEAF }, child: ALL, is: ['from_partner', 2] },
    { title: 'all but siblings, primary', school: { ...PRIMARY, ...DEAF }, child: ALL, is: ['staff_child', 3] },
    {
      title: 'only siblings, which do not count',
      school: { ...PRIMARY, ...DEAF },
      child: { has_sibling_here: true, has_sibling_at_partner: true },
      is: ['none', 4],
    },
  ] as const)('$title', ({ school, child, is }) => {
    const reason = priorityReason({ ...NOBODY, ...child }, school)
    expect([reason, priorityGroup(reason)]).toEqual(is)
  })
})

describe('the proposed order', () => {
  const row = (
    id: number,
    priority_reason: 'sibling_here' | 'staff_child' | 'sibling_at_partner' | 'none',
    since: string,
  ) => ({
    id,
    priority_reason,
    waiting_since: since,
  })

  test('is by group, then by waiting time, then by id', () => {
    const rows = [
      row(9, 'none', '2026-09-01T08:00:00Z'),
      row(8, 'none', '2026-09-01T08:00:00.5Z'),
      row(7, 'none', '2026-09-01T08:00:00Z'),
      row(5, 'sibling_here', '2026-11-01T08:00:00Z'),
      row(4, 'sibling_at_partner', '2026-10-02T08:00:00Z'),
      row(3, 'staff_child', '2026-10-01T08:00:00Z'),
    ]
    expect(proposedOrder(rows).map(({ id }) => id)).toEqual([5, 3, 4, 7, 9, 8])
    expect(proposedOrder(rows, [9, 7]).map(({ id }) => id)).toEqual([9, 5, 7, 3, 4, 8])
  })

  test('does not depend on the order it is made of, and keeps everybody', () => {
    const reasons = fc.constantFrom('sibling_here' as const, 'staff_child' as const, 'none' as const)
    const days = fc.constantFrom('2026-09-01T08:00:00Z', '2026-09-02T08:00:00Z')
    const rows = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 50 }), reasons, days), { selector: ([id]) => id })
    fc.assert(
      fc.property(rows, fc.integer(), (some, turn) => {
        const list = some.map((one) => row(...one))
        const turned = list.toSorted((a, b) => ((a.id * 31 + turn) % 17) - ((b.id * 31 + turn) % 17))
        const order = proposedOrder(list)
        expect(proposedOrder(turned)).toEqual(order)
        expect(order.map(({ id }) => id).toSorted()).toEqual(list.map(({ id }) => id).toSorted())
      }),
    )
  })
})

describe('moving a child', () => {
  test.each([
    [1, 3, ['b', 'c', 'a', 'd']],
    [4, 1, ['d', 'a', 'b', 'c']],
    [2, 2, ['a', 'b', 'c', 'd']],
    [3, 4, ['a', 'b', 'd', 'c']],
  ])('from %i to %i', (from, to, expected) => {
    expect(withMoved(['a', 'b', 'c', 'd'], from, to)).toEqual(expected)
  })

  test('orders are the same with the same ids in the same places', () => {
    expect(isSameOrder([1, 2], [1, 2])).toBe(true)
    expect(isSameOrder([1, 2], [2, 1])).toBe(false)
    expect(isSameOrder([1, 2], [1, 2, 3])).toBe(false)
    expect(isSameOrder([], [])).toBe(true)
  })
})
