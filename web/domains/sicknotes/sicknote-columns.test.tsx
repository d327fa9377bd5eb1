import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { isInCard } from '#web/lists/table-columns.ts'
import { note } from './sicknote.test-data.ts'
import { sicknoteColumns } from './sicknote-columns.tsx'

afterEach(cleanup)

const FACTS = {
  search: '',
  today: '2026-11-20',
  isGrouped: true,
  isPaper: false,
  isFresh: () => false,
  hasStatus: true,
}
const textOf = (key: string, one: Sicknote, facts: { seesAll: boolean }) => {
  const column = sicknoteColumns({ ...FACTS, ...facts, showsDue: false }).find((each) => each.key === key)
  return render(column?.render(one)).container.textContent
}

test.each([
  [true, 'neuentschuldigt'],
  [false, 'entschuldigt'],
])('that a note is new is said to those who can act on it: %s', (seesAll, text) => {
  expect(textOf('status', note({ seen_at: null, excuse_state: 'excused' }), { seesAll })).toBe(text)
})

test('a missing child has one word, and nobody is told to look at the own entry', () => {
  const missing = note({ seen_at: null, is_own: true, excuse_state: 'unexcused', value: { reason: 'unexplained' } })
  expect(textOf('grund', missing, { seesAll: true })).toBe('ungeklärt')
  cleanup()
  expect(textOf('status', missing, { seesAll: true })).toBe('')
})

test('a phone says when and by whom it was reported, too', () => {
  const columns = sicknoteColumns({ ...FACTS, seesAll: true, showsDue: false })
  expect(columns.filter(isInCard).map(({ key }) => key)).toContain('gemeldet')
  expect(textOf('gemeldet', note({}), { seesAll: true })).toBe('gemeldet 07:41Telefon')
})

test('what is overdue says for how many days, and its list has a status only where a row needs one', () => {
  const overdue = sicknoteColumns({ ...FACTS, seesAll: true, showsDue: true, hasStatus: false })
  expect(overdue.map(({ key }) => key)).not.toContain('status')
  const due = overdue.find(({ key }) => key === 'faellig')
  const one = note({ excuse_due_at: '2026-11-19' })
  expect(render(due?.render(one)).container.textContent).toBe('1 Tag überfällig seit Do 19.11.')
})

test('a note that waits for its excuse says so, with the noun where no heading has it', () => {
  expect(textOf('status', note({}), { seesAll: true })).toBe('Entschuldigung offen')
})
