import { expect, test } from 'vitest'
import { refusalOf } from './mail-refusal.ts'

test.each([
  ["Can't send mail - all recipients were rejected: 550 5.1.1 …: no such user", 'unknown_address'],
  ['550 5.1.10 null MX', 'unknown_address'],
  ['550-5.2.1 disabled', 'unknown_address'],
  ['552 5.2.2 mailbox full', 'full'],
  ['550 5.2.21 something else', 'refused'],
  ['554 5.7.1 looks like spam', 'refused'],
  ['550 mailbox unavailable', 'refused'],
  [null, 'refused'],
])('%s', (error, refusal) => {
  expect(refusalOf(error)).toBe(refusal)
})
