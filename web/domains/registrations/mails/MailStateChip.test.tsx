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

it('in a list says what is missing of a second parent, once both addresses are confirmed', () => {
  const chipOf = (agreement: RowContact['agreement'], verified = mother.mail_verified_at as string | null) => {
    const contacts = [mother, { ...father, mail_verified_at: verified, agreement }] as RowContact[]
    const { container } = render(<MailStateChip contacts={contacts} isInList />)
    return container.querySelector('[data-tone]')
  }
  expect(chipOf('open')?.textContent).toBe('Zustimmung fehlt')
  expect(chipOf('open')?.getAttribute('data-tone')).toBe('attention')
  expect(chipOf('declined')?.textContent).toBe('stimmt nicht zu')
  expect(chipOf('agreed')?.textContent).toBe('bestätigt')
  expect(chipOf('open', null)?.textContent).toMatch(/^1.von.2/)
})
