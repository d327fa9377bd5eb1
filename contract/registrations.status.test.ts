import { expect, test } from 'vitest'
import { maskMail, OPTIN_TEXTS, PUBLIC_REGISTRATION_TEXTS } from './registrations.public-texts.ts'
import {
  hasCustody,
  mailState,
  mayChangeStatus,
  mayResendOptin,
  mayTransform,
  REGISTRATION_TEXTS,
  registrationNumber,
  STATUS_LABELS,
  statusRefusal,
  transformRefusal,
} from './registrations.status.ts'

const NOW = '2026-11-20T08:00:00Z'
const of = (changes: object) => ({ status: 'accepted' as const, withdrawn_at: null, pupil_id: null, ...changes })

test('the labels of spec §4', () => {
  expect(Object.values(STATUS_LABELS)).toEqual(['Neu', 'Angenommen', 'Abgelehnt', 'Warteliste'])
})

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

test('the status of a withdrawn or transformed application stays', () => {
  expect(mayChangeStatus(of({}))).toBe(true)
  expect(statusRefusal(of({ withdrawn_at: NOW }))).toBe(REGISTRATION_TEXTS.withdrawn)
  expect(statusRefusal(of({ pupil_id: 1 }))).toBe(REGISTRATION_TEXTS.transformed)
})

test('only an accepted application becomes a pupil, and only once', () => {
  expect(mayTransform(of({}))).toBe(true)
  for (const status of ['new', 'rejected', 'waiting']) {
    expect(transformRefusal(of({ status }))).toBe(REGISTRATION_TEXTS.notAccepted)
  }
  expect(transformRefusal(of({ pupil_id: 1 }))).toBe(REGISTRATION_TEXTS.transformed)
  expect(transformRefusal(of({ withdrawn_at: NOW }))).toBe(REGISTRATION_TEXTS.withdrawn)
})

test('a mail goes out again to an unconfirmed address, five times at most', () => {
  const contact = { mail: 'a@example.org', mail_verified_at: null, optin_sent_count: 4 }
  expect(mailState(contact)).toBe('unverified')
  expect(mayResendOptin(of({}), contact)).toBe(true)
  expect(mayResendOptin(of({}), { ...contact, optin_sent_count: 5 })).toBe(false)
  expect(mayResendOptin(of({ withdrawn_at: NOW }), contact)).toBe(false)
  expect(mayResendOptin(of({}), { ...contact, mail_verified_at: NOW })).toBe(false)
  expect(mayResendOptin(of({}), { ...contact, mail: null })).toBe(false)
  expect(mailState(null)).toBe('none')
})

test('numbers, masks, custody', () => {
  expect(registrationNumber('fsw', 2027, 42)).toBe('FSW-2027-0042')
  expect(registrationNumber('fow', 2027, 12_345)).toBe('FOW-2027-12345')
  expect(maskMail('mia@web.de')).toBe('m***@web.de')
  expect(maskMail('m@web.de')).toBe('m***@web.de')
  expect(['joint', 'sole', 'guardian'].map((custody) => [hasCustody(custody, 1), hasCustody(custody, 2)])).toEqual([
    [true, true],
    [true, false],
    [true, false],
  ])
})
