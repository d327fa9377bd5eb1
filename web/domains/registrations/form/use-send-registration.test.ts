import { expect, test } from 'vitest'
import { ApiFailure } from '#web/api/client.ts'
import { isStale, needsNewToken, waitForToken } from './use-send-registration.ts'

const HOUR = 60 * 60 * 1000
const first = { loadedAt: 0, isRenewed: false }
const renewed = { loadedAt: 0, isRenewed: true }
const refused = (status: number, errors = {}) => new ApiFailure({ status, body: { message: 'Bitte …', errors } })

test('a form is fetched anew after half a day', () => {
  expect([isStale(first, 12 * HOUR - 1), isStale(first, 12 * HOUR)]).toEqual([false, true])
})

test('a refusal without a field asks for a new token, unless it came too soon to be about that', () => {
  expect(needsNewToken(refused(422), first, 25 * HOUR)).toBe(true)
  expect(needsNewToken(refused(422), first, 9_000)).toBe(false)
  expect(needsNewToken(refused(422, { 'meta.child_zip': ['…'] }), first, 25 * HOUR)).toBe(false)
  expect(needsNewToken(refused(429), first, 25 * HOUR)).toBe(false)
})

test('only a token that replaced another is waited for', () => {
  expect(waitForToken(renewed, 0)).toBe(11_000)
  expect(waitForToken(renewed, 4_000)).toBe(7_000)
  expect(waitForToken(renewed, HOUR)).toBe(0)
  expect(waitForToken(first, 0)).toBe(0)
})
