import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useRowSelection } from './use-row-selection.ts'

interface Row {
  id: number
  name: string
}
const ANNA = { id: 1, name: 'Anna' }
const BEN = { id: 2, name: 'Ben' }
const FIRST = { rows: [ANNA, BEN], total: 3, filters: { search: '' }, nameOf: ({ name }: Row) => name }

const open = () => renderHook((shown) => useRowSelection<Row>(shown), { initialProps: { ...FIRST, place: 'school' } })

test('a row stays chosen on another page, and counts as it is shown now when it is shown again', () => {
  const { result, rerender } = open()
  act(() => result.current.selection.onChoose([ANNA], true))
  rerender({ ...FIRST, rows: [{ id: 3, name: 'Cem' }], place: 'school' })
  expect(result.current.chosen).toEqual([ANNA])
  rerender({ ...FIRST, rows: [{ id: 1, name: 'Anne' }], place: 'school' })
  expect(result.current.chosen).toEqual([{ id: 1, name: 'Anne' }])
})

test('all hits are chosen by id, those on the page with what is known of them, until the filters find others', () => {
  const { result, rerender } = open()
  act(() => result.current.chooseHits([1, 2, 3]))
  expect(result.current.chosen).toEqual([ANNA, BEN, { id: 3 }])
  expect(result.current.isEveryHit).toBe(true)
  rerender({ ...FIRST, filters: { search: 'b' }, rows: [BEN], total: 2, place: 'school' })
  expect(result.current.chosen).toEqual([ANNA, BEN, { id: 3 }])
  expect(result.current.isEveryHit).toBe(false)
})

test('a page is chosen and given up as a whole; what is done is forgotten', () => {
  const { result } = open()
  act(() => result.current.selection.onChoose([ANNA, BEN], true))
  expect(result.current.chosen).toEqual([ANNA, BEN])
  act(() => result.current.forget([1]))
  expect(result.current.chosen).toEqual([BEN])
  act(() => result.current.selection.onChoose([ANNA, BEN], false))
  expect(result.current.chosen).toEqual([])
})

test('another place has a choice of its own', () => {
  const { result, rerender } = open()
  act(() => result.current.selection.onChoose([ANNA], true))
  rerender({ ...FIRST, place: 'bin' })
  expect(result.current.chosen).toEqual([])
})
