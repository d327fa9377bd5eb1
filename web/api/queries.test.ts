import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionEndpoints } from '#contract/account/account.sessions.ts'
import { json, stubBrowser, withQueries } from '#web/page.test-data.ts'
import { useCall } from './queries.ts'

const answer = vi.fn<typeof fetch>()

beforeEach(() => {
  answer.mockReset()
  stubBrowser(answer)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const showCall = (options: Parameters<typeof useCall>[1] = {}) =>
  renderHook(() => useCall(sessionEndpoints.end, options), { wrapper: withQueries }).result

test('a second press is ignored while the first call runs, then counts again', async () => {
  let goOn = (_: Response) => {}
  answer.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        goOn = resolve
      }),
  )
  answer.mockImplementation(async () => json(200, { message: 'Abgemeldet.' }))
  const call = showCall()
  await act(async () => {
    const first = call.current.run({ params: { id: 7 } })
    expect(await call.current.run({ params: { id: 7 } })).toBeUndefined()
    expect(answer).toHaveBeenCalledTimes(1)
    goOn(json(200, { message: 'Abgemeldet.' }))
    expect(await first).toEqual({ message: 'Abgemeldet.' })
    expect(await call.current.run({ params: { id: 7 } })).toEqual({ message: 'Abgemeldet.' })
  })
  expect(answer).toHaveBeenCalledTimes(2)
})

test('a refusal goes to its own text, which may call again at once', async () => {
  answer.mockImplementationOnce(async () => json(409, { message: 'Inzwischen geändert.' }))
  answer.mockImplementation(async () => json(200, { message: 'Abgemeldet.' }))
  const again = vi.fn()
  const call = showCall({ onFailure: async () => again(await call.current.run({ params: { id: 7 } })) })
  await act(async () => {
    expect(await call.current.run({ params: { id: 7 } })).toBeUndefined()
  })
  expect(again).toHaveBeenCalledWith({ message: 'Abgemeldet.' })
})
