import { expect, test } from 'vitest'
import { mailsOf } from './ClassToolsMenu.tsx'

const guardian = (mail: string | null) => ({
  name: 'Anna Berg',
  relationship: 'mother',
  has_custody: true,
  may_pickup: true,
  emergency_priority: 1,
  phones: [],
  mail,
})

test('each address stands once, also of brothers and sisters, and who is not reached is counted', () => {
  const contacts = [
    { pupil_id: 1, guardians: [guardian('anna@example.org'), guardian('ben@example.org')] },
    { pupil_id: 2, guardians: [guardian('anna@example.org')] },
    { pupil_id: 3, guardians: [guardian(null)] },
    { pupil_id: 9, guardians: [guardian('fremd@example.org')] },
  ]
  expect(mailsOf([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }], contacts)).toEqual({
    mails: ['anna@example.org', 'ben@example.org'],
    unreached: 2,
  })
})
