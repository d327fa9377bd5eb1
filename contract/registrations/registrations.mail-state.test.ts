import { expect, test } from 'vitest'
import {
  isOptinUsedUp,
  mailState,
  mailStateText,
  mayResendOptin,
  sharedMailState,
  shortMailStateText,
} from './registrations.mail-state.ts'

const NOW = '2026-11-20T08:00:00Z'
const of = (changes: object) => ({ withdrawn_at: null, pupil_id: null, ...changes })

test('a mail goes out again to an unconfirmed address, five times at most', () => {
  const contact = { mail: 'a@example.org', mail_verified_at: null }
  expect(mailState(contact)).toBe('unverified')
  expect(mayResendOptin(of({}), contact, 4)).toBe(true)
  expect(mayResendOptin(of({}), contact, 5)).toBe(false)
  expect(mayResendOptin(of({ withdrawn_at: NOW }), contact, 0)).toBe(false)
  expect(mayResendOptin(of({}), { ...contact, mail_verified_at: NOW }, 1)).toBe(false)
  expect(mayResendOptin(of({}), { ...contact, mail: null }, 0)).toBe(false)
  expect(mailState(null)).toBe('none')
})

test('only for an unconfirmed address without further mails the page says that all mails were sent', () => {
  const contact = { mail: 'a@example.org', mail_verified_at: null, may_resend: false }
  expect(isOptinUsedUp(of({}), contact)).toBe(true)
  expect(isOptinUsedUp(of({}), { ...contact, may_resend: true })).toBe(false)
  expect(isOptinUsedUp(of({}), { ...contact, mail_verified_at: NOW })).toBe(false)
  expect(isOptinUsedUp(of({}), { ...contact, mail: null })).toBe(false)
  expect(isOptinUsedUp(of({ withdrawn_at: NOW }), contact)).toBe(false)
})

const open = { mail: 'a@example.org', mail_verified_at: null }
const confirmed = { mail: 'b@example.org', mail_verified_at: NOW }
const none = { mail: null, mail_verified_at: null }

test.each([
  [[], 'none', 'keine Adresse'],
  [[none, none], 'none', 'keine Adresse'],
  [[open], 'unverified', 'unbestätigt'],
  [[open, open], 'unverified', 'unbestätigt'],
  [[confirmed, open], 'unverified', '1\u00a0von\u00a02 bestätigt'],
  [[open, confirmed], 'unverified', '1\u00a0von\u00a02 bestätigt'],
  [[none, open], 'unverified', 'unbestätigt'],
  [[confirmed, none], 'verified', 'bestätigt'],
  [[confirmed, confirmed], 'verified', 'bestätigt'],
])('an application is confirmed when all of its addresses are: %j is %s', (contacts, state, text) => {
  expect(sharedMailState(contacts)).toBe(state)
  expect(mailStateText(contacts)).toBe(text)
})

test('in a list one of two confirmed addresses is a fraction, and everything else a word', () => {
  expect([[], [open], [open, confirmed], [confirmed, confirmed]].map(shortMailStateText)).toEqual([
    'keine Adresse',
    'unbestätigt',
    '1\u00a0von\u00a02',
    'bestätigt',
  ])
})
