import { expect, test } from 'vitest'
import { type LoginWays, lacksWay } from './login-ways.ts'

const SCHOOL = 1
const person = (change: object = {}) => ({
  ...{ id: 7, has_two_factor: true },
  ...{ schools: [{ id: SCHOOL }], usable_ways: { passkey: false, provider_ids: [] as number[] } },
  ...change,
})
const passkey = { usable_ways: { passkey: true, provider_ids: [] } }
const linked = { usable_ways: { passkey: false, provider_ids: [3] } }
const elsewhere = { schools: [{ id: 2 }] }
const noPassword: LoginWays = { ways: 'no_password', provider_id: null, emergency_user_id: null }
const provider: LoginWays = { ways: 'provider', provider_id: 3, emergency_user_id: null }

test.each([
  [{ ...noPassword, ways: 'all' } as LoginWays, {}, false],
  [noPassword, {}, true],
  [noPassword, passkey, false],
  [noPassword, linked, false],
  [noPassword, elsewhere, false],
  [provider, {}, true],
  [provider, passkey, true],
  [provider, linked, false],
  [{ ...provider, provider_id: 4 }, linked, true],
  [{ ...provider, emergency_user_id: 7 }, {}, false],
  [{ ...provider, emergency_user_id: 7 }, { has_two_factor: false }, true],
  [{ ...provider, emergency_user_id: 8 }, {}, true],
  [provider, elsewhere, false],
])('under %j somebody with %j lacks the way: %s', (rules, change, lacks) => {
  expect(lacksWay(rules, person(change), SCHOOL)).toBe(lacks)
})
