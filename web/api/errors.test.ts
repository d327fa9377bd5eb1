import { describe, expect, it } from 'vitest'
import { ApiFailure, hasFieldErrors } from './client.ts'
import { failureText, NO_CONNECTION } from './errors.ts'

const UNKNOWN = 'Es ist zu einem unbekannten Fehler gekommen.'

describe('failureText (spec §8)', () => {
  it.each([
    [
      'the server has a message',
      new ApiFailure({ status: 409, body: { message: 'Schon übernommen.' } }),
      'Schon übernommen.',
    ],
    [
      'fields are refused that no form shows',
      new ApiFailure({
        status: 422,
        body: { message: 'Bitte prüfen.', errors: { short_name: ['Schon vergeben.', 'Zu lang.'], mail: ['Fehlt.'] } },
      }),
      'Schon vergeben. Fehlt.',
    ],
    ['it has none', new ApiFailure({ status: 500 }), UNKNOWN],
    ['our own code broke', new TypeError('x is undefined'), UNKNOWN],
    ['there is no network', new ApiFailure({ status: 0 }), NO_CONNECTION],
  ])('when %s', (_, failure, text) => {
    expect(failureText(failure)).toBe(text)
  })

  it('says how long to wait', () => {
    const failure = new ApiFailure({ status: 429, body: { message: 'Zu viele Versuche.' }, retryAfter: 42 })
    expect(failureText(failure)).toBe('Zu viele Versuche. Bitte warten Sie 42 Sekunden.')
  })
})

describe('hasFieldErrors', () => {
  it('is true only when a field is named', () => {
    expect(hasFieldErrors(new ApiFailure({ status: 422, body: { message: '', errors: { email: ['falsch'] } } }))).toBe(
      true,
    )
    expect(hasFieldErrors(new ApiFailure({ status: 422, body: { message: '', errors: {} } }))).toBe(false)
    expect(hasFieldErrors(new Error('x'))).toBe(false)
  })
})
