import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { note } from './sicknote.test-data.ts'
import { sicknoteColumns } from './sicknote-columns.tsx'

afterEach(cleanup)

test.each([
  [true, 'neuentschuldigt'],
  [false, 'entschuldigt'],
])('that a note is new is said to those who can act on it: %s', (seesAll, text) => {
  const facts = { search: '', today: '2026-11-20', isGrouped: true, isPaper: false, isFresh: () => false }
  const status = sicknoteColumns({ ...facts, seesAll, showsDue: false }).find(({ key }) => key === 'status')
  const { container } = render(status?.render(note({ seen_at: null, excuse_state: 'excused' })))
  expect(container.textContent).toBe(text)
})
