import { act, cleanup, renderHook } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { ApiFailure } from '#web/api/client.ts'
import { dialogRequests } from '#web/shell/dialog-requests.ts'
import { rebased, useStaleForm } from './use-stale-form.ts'

interface Room {
  version: number
  name: string
  places: string
}
type Values = Omit<Room, 'version'>

const LOADED: Room = { version: 1, name: 'Werkraum', places: '20' }
const STALE = new ApiFailure({
  status: 409,
  body: {
    message: 'Der Datensatz wurde inzwischen geändert.',
    changed_by: 'Eva Berg',
    changed_at: '2026-11-20T08:15:00.000Z',
  },
})

/** A form over a room that is stored as `stored` by now; what happened besides stands in `told`. */
const roomForm = (stored: () => Promise<Room | undefined>) => {
  const told: string[] = []
  const { result } = renderHook(() => {
    const [values, setValues] = useState<Values>({ name: LOADED.name, places: LOADED.places })
    const form = useStaleForm<Room, Values>({
      loaded: LOADED,
      valuesOf: ({ name, places }) => ({ name, places }),
      changed: (now, then) => (['name', 'places'] as const).filter((field) => now[field] !== then[field]),
      loadAnew: stored,
    })
    const fail = (failure: ApiFailure) =>
      form.compareAfter(failure, { values, setValues, onSame: () => void told.push('same') })
    return { ...form, values, type: (part: Partial<Values>) => setValues({ ...values, ...part }), fail }
  })
  return { told, now: () => result.current }
}

afterEach(() => {
  cleanup()
  for (const { id } of dialogRequests.get()) dialogRequests.remove(id)
})

test('own changes lie on top of what was stored meanwhile, and who did that is told', async () => {
  const { told, now } = roomForm(async () => ({ version: 4, name: 'Atelier', places: '18' }))
  act(() => now().type({ name: 'Töpferei' }))
  expect(now().isDirtyWith(now().values)).toBe(true)
  await act(() => now().fail(STALE))
  expect(now().values).toEqual({ name: 'Töpferei', places: '18' })
  expect(now().base.version).toBe(4)
  expect(now().before).toEqual({ name: 'Atelier', places: '18' })
  expect(now().conflict).toBe('Eva Berg hat diesen Datensatz am 20.11.2026 um 09:15 Uhr geändert.')
  act(() => now().endConflict())
  expect(now().conflict).toBeUndefined()
  expect(told).toEqual([])
})

test('who meant the same is not asked', async () => {
  const { told, now } = roomForm(async () => ({ version: 2, name: 'Atelier', places: '20' }))
  act(() => now().type({ name: 'Atelier' }))
  await act(() => now().fail(STALE))
  expect(now().conflict).toBeUndefined()
  expect(now().isDirtyWith(now().values)).toBe(false)
  expect(told).toEqual(['same'])
})

test.each<[string, ApiFailure, () => Promise<Room | undefined>]>([
  ['another refusal', new ApiFailure({ status: 409, body: { message: 'Das geht gerade nicht.' } }), async () => LOADED],
  ['a record that is gone', STALE, async () => undefined],
  ['a record that cannot be loaded', STALE, () => Promise.reject(new ApiFailure({ status: 0 }))],
])('%s is told as it is, and what was typed stays', async (_, failure, stored) => {
  const { told, now } = roomForm(stored)
  act(() => now().type({ places: '25' }))
  const failing = now().fail(failure)
  await expect.poll(() => dialogRequests.get().map(({ message }) => message)).toEqual([failure.message])
  dialogRequests.get()[0]?.answer(undefined)
  await act(() => failing)
  expect(now().conflict).toBeUndefined()
  expect(now().values).toEqual({ name: 'Werkraum', places: '25' })
  expect(now().base).toBe(LOADED)
  expect(told).toEqual([])
})

test('who changed a part of an address keeps the whole', () => {
  const before = { street: 'Altweg', house_number: '1', phone: '' }
  expect(
    rebased({ ...before, house_number: '9' }, before, { street: 'Neuweg', house_number: '5', phone: '030' }),
  ).toEqual({
    street: 'Altweg',
    house_number: '9',
    phone: '030',
  })
})

test('a chosen list is one change', () => {
  const before = { leaders: ['1'], others: ['2'] }
  expect(rebased({ leaders: ['1'], others: [] }, before, { leaders: ['3'], others: ['2'] })).toEqual({
    leaders: ['3'],
    others: [],
  })
})
