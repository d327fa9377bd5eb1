import { describe, expect, test } from 'vitest'
import { OPTIN_TEXTS, PUBLIC_REGISTRATION_TEXTS } from '#contract/registrations/registrations.public-texts.ts'
import { ApiFailure } from '#web/api/client.ts'
import { confirmedOutcome, outcomeOfState, refusedOutcome } from './OptinPage.tsx'

const failed = (status: number, message = '', retryAfter?: number) =>
  new ApiFailure({ status, body: { message }, retryAfter })

describe('a refused confirmation', () => {
  test('of an expired link offers a new one', () => {
    expect(refusedOutcome('confirm', failed(409))).toMatchObject({ text: OPTIN_TEXTS.expired, action: 'request' })
  })

  test('of an invalid link leads to the school', () => {
    const outcome = refusedOutcome('confirm', failed(404))
    expect(outcome).toEqual({ tone: 'negative', text: OPTIN_TEXTS.invalid, isDeadEnd: true })
  })

  test.each([0, 429, 503])('for a while (%i) can be tried again', (status) => {
    expect(refusedOutcome('confirm', failed(status)).action).toBe('confirm')
  })
})

describe('a refused new link', () => {
  test('says that no more are sent, not that the link is expired', () => {
    const outcome = refusedOutcome('request', failed(409, PUBLIC_REGISTRATION_TEXTS.optinUsedUp))
    expect(outcome).toMatchObject({ text: PUBLIC_REGISTRATION_TEXTS.optinUsedUp, isDeadEnd: true })
    expect(outcome.action).toBeUndefined()
  })

  test('for a while says how long, and is asked for again', () => {
    const outcome = refusedOutcome('request', failed(429, 'Zu viele Versuche.', 40))
    expect(outcome.text).toBe('Zu viele Versuche. Der nächste Versuch ist in 40 Sekunden möglich.')
    expect(outcome.action).toBe('request')
  })
})

test('a second confirmation names the first', () => {
  const outcome = confirmedOutcome({
    state: 'already',
    confirmed_at: '2026-11-20T07:14:00Z',
    number: 'FSW-2027-0042',
    agreement: null,
  })
  expect(outcome.text).toBe('Diese Adresse wurde bereits am 20.11.2026 um 08:14 Uhr bestätigt.')
  expect(outcome.number).toBe('FSW-2027-0042')
  // Weeks later the decision may be long made.
  expect(outcome.next).toBe(OPTIN_TEXTS.later)
})

describe('a link that is opened', () => {
  test('again after confirming says so at once, without a button', () => {
    const outcome = outcomeOfState({
      state: 'already',
      confirmed_at: '2026-11-20T07:14:00Z',
      number: 'FSW-2027-0042',
      agreement: null,
    })
    expect(outcome).toMatchObject({ tone: 'positive', number: 'FSW-2027-0042', next: OPTIN_TEXTS.later })
    expect(outcome?.action).toBeUndefined()
  })

  test('after its days offers a new one', () => {
    expect(outcomeOfState({ state: 'expired' })).toMatchObject({ text: OPTIN_TEXTS.expired, action: 'request' })
  })

  test('in time shows nothing but its button', () => {
    expect(outcomeOfState({ state: 'open' })).toBeNull()
  })
})
