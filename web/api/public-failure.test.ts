import { expect, test } from 'vitest'
import { ApiFailure } from './client.ts'
import { publicFailureText, retryText } from './public-failure.ts'
import { waitText } from './wait-text.ts'

test.each([
  [1, '1 Sekunde'],
  [89, '89 Sekunden'],
  [90, '2 Minuten'],
  [150, '3 Minuten'],
  [5399, '90 Minuten'],
  [5400, '2 Stunden'],
])('%i seconds are %s', (seconds, text) => {
  expect(waitText(seconds)).toBe(text)
})

test('a refusal says its own words and when to try again', () => {
  const busy = new ApiFailure({ status: 429, retryAfter: 150, body: { message: 'Zu viele Anfragen.' } })
  expect(publicFailureText(busy)).toBe('Zu viele Anfragen. Der nächste Versuch ist in 3 Minuten möglich.')
  const message = 'An diese Adresse ging gerade erst ein Link. Bitte warten Sie eine Minute.'
  expect(publicFailureText(new ApiFailure({ status: 429, retryAfter: 59, body: { message } }))).toBe(
    'An diese Adresse ging gerade erst ein Link. Der nächste Versuch ist in 59 Sekunden möglich.',
  )
})

test('no answer at all is a lost connection, and nothing is lost with it', () => {
  expect(retryText(new ApiFailure({ status: 0 }), 5)).toBe(
    'Keine Verbindung. Ihre Eingaben bleiben erhalten – wir versuchen es erneut. Nächster Versuch in 5 Sekunden.',
  )
  expect(retryText(new ApiFailure({ status: 503 }), 1)).toBe(
    'Das System ist gerade ausgelastet. Nächster Versuch in 1 Sekunde.',
  )
})
