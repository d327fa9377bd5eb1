import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { RowContact } from '#contract/registrations/registrations.rows.ts'
import { MailStateChip } from './MailStateChip.tsx'

afterEach(cleanup)

const mother = { fullname: 'Anna Müller', mail: 'anna@example.org', mail_verified_at: '2026-11-20T06:40:00Z' }
const father = { fullname: 'Ole Müller', mail: 'ole@example.org', mail_verified_at: null }

it.each([
  ['of one the day', [mother], 'bestätigt am 20.11.2026 07:40'],
  [
    'of two which one',
    [mother, father],
    /^1.von.2 bestätigt: Anna Müller bestätigt am 20.11.2026 07:40, Ole Müller unbestätigt$/,
  ],
  ['nothing that the chip says already', [father], 'unbestätigt'],
])('who hears the chip hears %s, and each word once', (_, contacts, heard) => {
  const { container } = render(<MailStateChip contacts={contacts as RowContact[]} />)
  expect(container.textContent).toEqual(heard instanceof RegExp ? expect.stringMatching(heard) : heard)
})
