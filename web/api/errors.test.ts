import { describe, expect, it } from 'vitest'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
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

  it.each([
    [429, 'Zu viele Versuche.', 42, 'Zu viele Versuche. Bitte warten Sie 42 Sekunden.'],
    [
      429,
      'An diese Adresse ging gerade erst eine E-Mail. Bitte warten Sie eine Minute.',
      59,
      'An diese Adresse ging gerade erst eine E-Mail. Bitte warten Sie 59 Sekunden.',
    ],
    [429, ERROR_TEXTS.tooMany, 1, 'Zu viele Anfragen. Bitte warten Sie 1 Sekunde.'],
    [
      429,
      'Sie haben in der letzten Stunde schon zehn Mal exportiert. Bitte später noch einmal.',
      3000,
      'Sie haben in der letzten Stunde schon zehn Mal exportiert. Bitte warten Sie 50 Minuten.',
    ],
    [503, ERROR_TEXTS.unavailable, 3, 'Das System ist gerade ausgelastet. Bitte warten Sie 3 Sekunden.'],
    [503, ERROR_TEXTS.unavailable, undefined, ERROR_TEXTS.unavailable],
    [503, ERROR_TEXTS.outOfRoom, 30, ERROR_TEXTS.outOfRoom],
  ])('says once how long to wait: %i %s %s', (...[status, message, retryAfter, text]) => {
    expect(failureText(new ApiFailure({ status, body: { message }, retryAfter }))).toBe(text)
  })

  const WAITS = [
    { status: 429, message: 'Zu viele Versuche. Bitte warten Sie eine Minute.', retryAfter: 59 },
    { status: 429, message: '', retryAfter: 1 },
    { status: 429, message: '', retryAfter: 180 },
    { status: 503, message: '', retryAfter: 3 },
    { status: 503, message: ERROR_TEXTS.unavailable },
    { status: 503, message: 'Es werden gerade viele Dateien gelesen.', retryAfter: 5 },
  ]
  const NAMED_ONCE = [
    'Zu viele Versuche. Bitte warten Sie 59 Sekunden.',
    'Zu viele Anfragen. Bitte warten Sie 1 Sekunde.',
    'Zu viele Anfragen. Bitte warten Sie 3 Minuten.',
    'Das System ist gerade ausgelastet. Bitte warten Sie 3 Sekunden.',
    ERROR_TEXTS.unavailable,
    'Es werden gerade viele Dateien gelesen. Bitte warten Sie 5 Sekunden.',
  ]
  it('names one wait once', () => {
    const texts = WAITS.map(({ message, ...reply }) => failureText(new ApiFailure({ ...reply, body: { message } })))
    expect(texts).toEqual(NAMED_ONCE)
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
