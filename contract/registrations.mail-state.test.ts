import { expect, test } from 'vitest'
import { mailState, mayResendOptin } from './registrations.mail-state.ts'

const NOW = '2026-11-20T08:00:00Z'
const of = (changes: object) => ({ withdrawn_at: null, ...changes })

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
