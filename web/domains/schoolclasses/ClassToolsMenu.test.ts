import { expect, test } from 'vitest'
import { mailsOf } from './ClassToolsMenu.tsx'

const guardian = (mail: string | null, is_informed = true) => ({
  name: 'Anna Berg',
  relationship: 'mother',
  has_custody: is_informed,
  is_informed,
  may_pickup: true,
  emergency_priority: 1,
  phones: [],
  mail,
})

test('each address stands once, also of brothers and sisters, and who is not reached is counted', () => {
  const contacts = [
    {
      pupil_id: 1,
      own_mail: null,
      shares_phone: false,
      others: [],
      guardians: [guardian('anna@example.org'), guardian('ben@example.org')],
    },
    { pupil_id: 2, own_mail: null, shares_phone: false, others: [], guardians: [guardian('anna@example.org')] },
    { pupil_id: 3, own_mail: null, shares_phone: false, others: [], guardians: [guardian(null)] },
    { pupil_id: 9, own_mail: null, shares_phone: false, others: [], guardians: [guardian('fremd@example.org')] },
  ]
  expect(mailsOf([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }], contacts)).toEqual({
    mails: ['anna@example.org', 'ben@example.org'],
    unreached: 2,
  })
})

test('nobody who is not to be informed stands among them; somebody of age has an own address', () => {
  const contacts = [
    {
      pupil_id: 1,
      own_mail: null,
      shares_phone: false,
      others: [],
      guardians: [guardian('anna@example.org'), guardian('ohne-sorge@example.org', false)],
    },
    {
      pupil_id: 2,
      own_mail: 'ida@example.org',
      shares_phone: false,
      others: [],
      guardians: [guardian('eltern@example.org', false)],
    },
    {
      pupil_id: 3,
      own_mail: null,
      shares_phone: false,
      others: [],
      guardians: [guardian('nur-vater@example.org', false)],
    },
  ]
  expect(mailsOf([{ id: 1 }, { id: 2 }, { id: 3 }], contacts)).toEqual({
    mails: ['anna@example.org', 'ida@example.org'],
    unreached: 1,
  })
})
