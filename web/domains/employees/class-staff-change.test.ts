import { describe, expect, test } from 'vitest'
import type { SchoolclassDetails } from '#contract/schoolclasses/schoolclasses.ts'
import { givingChange, takingChange } from './class-staff-change.ts'

const TODAY = '2026-11-20'
type Row = SchoolclassDetails['functions'][number]
const row = (id: number, change: Partial<Row> = {}): Row => ({
  id,
  name: `Person ${id}`,
  short_name: 'Pe',
  function: 'responsible',
  date_start: '2026-08-01',
  date_end: null,
  ...change,
})
const staffed = (functions: Row[], leaders: number[] = []) => ({
  functions,
  responsible_teachers: leaders.map((id) => ({ id, name: `Person ${id}`, short_name: 'Pe' })),
})
const asked = { employeeId: 9, function: 'responsible', from: TODAY } as const

describe('giving a class', () => {
  test('adds to who leads it on that day, in their order', () => {
    const before = staffed(
      [row(2), row(1), row(3, { date_end: '2026-11-19' }), row(4, { function: 'assigned' })],
      [1, 2],
    )
    expect(givingChange(before, asked)).toEqual({ responsible_teachers: [1, 2, 9], functions_from: TODAY })
  })

  test.each([
    ['has', '2026-08-01'],
    ['will have', '2026-12-01'],
  ])('to who %s the other function there changes that one', (_when, date_start) => {
    const own = row(9, { function: 'assigned', date_start })
    const before = staffed([row(1), own, row(5, { function: 'assigned' })], [1])
    expect(givingChange(before, asked)).toEqual({
      responsible_teachers: [1, 9],
      assigned_employees: [5],
      functions_from: TODAY,
    })
  })

  test.each([
    ['begins', row(1, { date_start: '2026-11-21' })],
    ['ends', row(1, { date_end: '2027-01-31' })],
    ['ends on that day', row(1, { date_end: TODAY })],
  ])('is left to the page of the class while somebody else’s function %s later', (_what, planned) => {
    expect(givingChange(staffed([planned], [1]), asked)).toBeUndefined()
    expect(givingChange(staffed([planned], [1]), { ...asked, function: 'assigned' })).toBeDefined()
    expect(takingChange(staffed([planned, row(9)], [1, 9]), asked)).toBeUndefined()
  })
})

test('taking a class away leaves the others, and the way back is what was', () => {
  const before = staffed([row(1), row(9)], [9, 1])
  expect(takingChange(before, asked)).toEqual({
    change: { responsible_teachers: [1], functions_from: TODAY },
    undo: { responsible_teachers: [9, 1], functions_from: TODAY },
  })
})

test('a function that is still to come is taken away from its first day on', () => {
  const before = staffed([row(1), row(9, { function: 'assigned', date_start: '2027-02-01' })], [1])
  const wish = { employeeId: 9, function: 'assigned', from: '2027-02-01' } as const
  expect(takingChange(before, wish)?.change).toEqual({ assigned_employees: [], functions_from: '2027-02-01' })
})
