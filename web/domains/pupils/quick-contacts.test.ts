import { expect, test } from 'vitest'
import { quickContacts } from './quick-contacts.ts'

const person = { firstname: 'Ida', lastname: 'Wald', relation: null, phone: '030 23125-1', may_pickup: false }

test('who is called first is told as on the pupil page, whoever counts on the day, the rest after them', () => {
  const guardian = { guardian_id: 7, title: null, firstname: 'Anna', lastname: 'Wald', relationship: 'mother' }
  const pupil = {
    guardians: [{ ...guardian, has_custody: true, emergency_priority: 4 }],
    contact_persons: [
      { ...person, id: 1, is_emergency: true, priority: null, valid_from: null, valid_until: null },
      { ...person, id: 2, is_emergency: true, priority: 2, valid_from: null, valid_until: '2026-11-19' },
      { ...person, id: 3, is_emergency: false, priority: 9, valid_from: null, valid_until: null },
    ],
  }
  const shown = quickContacts(pupil as unknown as Parameters<typeof quickContacts>[0], '2026-11-20')
  expect(shown.map(({ key, emergency_priority }) => [key, emergency_priority])).toEqual([
    ['guardian 7', 2],
    ['contact 3', 3],
    ['contact 1', null],
  ])
})
