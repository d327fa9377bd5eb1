import { expect, test } from 'vitest'
import { changedFields } from './changed-fields.ts'

const STORED = { id: 7, name: 'Eingang', room: null as string | null, capacity: 24, mails: ['a@example.org'] }

test.each([
  { about: 'what is sent back as it is stored', sent: { name: 'Eingang', room: null }, changed: {} },
  { about: 'what was not sent', sent: { name: undefined, capacity: 25 }, changed: { capacity: 25 } },
  { about: 'a list of the same parts', sent: { mails: ['a@example.org'] }, changed: {} },
  { about: 'a list of other parts', sent: { mails: [] }, changed: { mails: [] } },
  { about: 'null in place of nothing', sent: { room: '' }, changed: { room: '' } },
  { about: 'null in place of a value', sent: { capacity: null }, changed: { capacity: null } },
])('$about counts by its value', ({ sent, changed }) => {
  expect(changedFields(STORED, sent)).toEqual(changed)
})

test('a domain may know better what is the same', () => {
  const isSameLength = (stored: unknown, sent: unknown) => String(stored).length === String(sent).length
  expect(changedFields(STORED, { name: 'Ausgang' }, isSameLength)).toEqual({})
  expect(changedFields(STORED, { name: 'Tor' }, isSameLength)).toEqual({ name: 'Tor' })
})

test('a field that is not stored is refused by the compiler', () => {
  // @ts-expect-error: the stored row has no such field
  expect(changedFields({ name: 'Eingang' }, { colour: 'rot' })).toEqual({ colour: 'rot' })
})
