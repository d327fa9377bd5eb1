import { expect, test, vi } from 'vitest'
import { actOnce } from './act-once.ts'

const heldAnswer = () => {
  let answer = (_: string) => {}
  let refuse = (_: unknown) => {}
  const promise = new Promise<string>((resolve, reject) => {
    answer = resolve
    refuse = reject
  })
  return { promise, answer, refuse }
}

test('a second press about the same thing is ignored while the first runs, then counts again', async () => {
  const held = heldAnswer()
  const send = vi.fn(() => held.promise)
  const first = actOnce('pupil 7', send)
  expect(await actOnce('pupil 7', send)).toBeUndefined()
  expect(send).toHaveBeenCalledTimes(1)
  held.answer('done')
  expect(await first).toBe('done')
  expect(await actOnce('pupil 7', async () => 'again')).toBe('again')
})

test('something else may run meanwhile', async () => {
  const held = heldAnswer()
  const first = actOnce('pupil 7', () => held.promise)
  expect(await actOnce('pupil 8', async () => 'other')).toBe('other')
  held.answer('done')
  expect(await first).toBe('done')
})

test('a refusal is explained, and the way on that it offers may do it at once', async () => {
  const refusal = new Error('refused')
  const explain = vi.fn(() => actOnce('pupil 7', async () => 'by force'))
  expect(await actOnce('pupil 7', () => Promise.reject(refusal), explain)).toBeUndefined()
  expect(explain).toHaveBeenCalledWith(refusal)
  expect(await explain.mock.results[0]?.value).toBe('by force')
})
