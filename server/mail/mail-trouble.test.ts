import { expect, test } from 'vitest'
import { troubleOf } from './mail-trouble.ts'

const AT_RECIPIENT = "Can't send mail - all recipients were rejected: "

test.each([
  ['550 5.1.1 <…>: Recipient address rejected: User unknown', 'unknown'],
  ['550-5.1.1 The email account that you tried to reach does not exist.', 'unknown'],
  ['552 5.2.2 Over quota', 'full'],
  ['550 5.2.1 Mailbox disabled', 'mailbox_refused'],
  ['550 5.4.1 Recipient address rejected: Access denied', 'unknown'],
  ['550 No such user here', 'unknown'],
  ['554 5.7.1 <…>: Relay access denied', 'refused'],
  ['554 5.7.1 Client host blocked, see https://example.org/mailbox', 'refused'],
  ['550 5.1.8 <…>: Sender address rejected: Domain not found', 'refused'],
  ['554 Transaction failed', 'refused'],
])('a recipient refused with „%s“: %s', (answer, trouble) => {
  expect(troubleOf('failed', AT_RECIPIENT + answer)).toBe(trouble)
})

test('a text refused is no fault of the address', () => {
  expect(troubleOf('failed', 'Message failed: 554 5.6.0 Message rejected')).toBe('refused')
})

test('a waiting mail is tried again after any answer; a mail that left has no problem', () => {
  expect(troubleOf('queued', "Can't send mail - all recipients were rejected: 451 Mailbox busy")).toBe('unreachable')
  expect(troubleOf('queued', null)).toBeNull()
  expect(troubleOf('sent', null)).toBeNull()
})

test('a mail that was given up says why, and one of a former version does not', () => {
  expect(troubleOf('dropped', 'no_custody')).toBe('no_custody')
  expect(troubleOf('dropped', null)).toBeNull()
  expect(troubleOf('failed', 'no_custody')).toBe('refused')
})
