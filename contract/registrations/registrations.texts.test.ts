import { expect, test } from 'vitest'
import { maskMail, OPTIN_TEXTS, PUBLIC_REGISTRATION_TEXTS } from './registrations.public-texts.ts'
import { REGISTRATION_TEXTS } from './registrations.texts.ts'

test.each([
  [REGISTRATION_TEXTS.statusFailed, 'Der Status konnten nicht übernommen werden.'],
  [REGISTRATION_TEXTS.resendTitle, 'Erfolgreich'],
  [REGISTRATION_TEXTS.resent, 'Die E-Mail wurde erfolgreich versendet.'],
  [REGISTRATION_TEXTS.resendFailed, 'Beim Senden der E-Mail ist es zu einem Fehler gekommen.'],
  [REGISTRATION_TEXTS.none, 'Keine Bewerbungen vorhanden'],
  [REGISTRATION_TEXTS.withdrawn, 'Die Bewerbung wurde zurückgezogen.'],
  [PUBLIC_REGISTRATION_TEXTS.closed, 'Derzeit nehmen wir keine Online-Bewerbungen entgegen.'],
  [PUBLIC_REGISTRATION_TEXTS.tooFast, 'Bitte prüfen Sie Ihre Angaben und senden Sie noch einmal ab.'],
  [
    PUBLIC_REGISTRATION_TEXTS.thanks('FSW-2027-0042'),
    'Vielen Dank! Ihre Bewerbung FSW-2027-0042 ist eingegangen. Bitte bestätigen Sie Ihre E-Mail-Adresse über den Link, den wir Ihnen gesendet haben.',
  ],
  [OPTIN_TEXTS.already('20.11.2026 08:14'), 'Diese Adresse wurde bereits am 20.11.2026 um 08:14 Uhr bestätigt.'],
])('fixed text: %s', (text, expected) => {
  expect(text).toBe(expected)
})

test("a mask leaves enough to recognise one's own address", () => {
  expect(maskMail('mia@web.de')).toBe('m***@web.de')
  expect(maskMail('m@web.de')).toBe('m***@web.de')
})
