import { expect, test } from 'vitest'
import type { RegistrationForm } from '#contract/registrations/registrations.form.ts'
import { withFamily } from './start-registration.ts'

const EMPTY: RegistrationForm = {
  school_year_id: 3,
  desired_grade: null,
  desired_start_date: null,
  meta: { entry_type: 'regular' } as RegistrationForm['meta'],
  contacts: [],
}

test('another child keeps address, custody with its reason and contacts, and the first child is a sibling', () => {
  const form = withFamily(
    EMPTY,
    {
      custody: 'joint',
      second_contact_unreachable: true,
      second_contact_note: 'Aufenthalt unbekannt',
      sibling: { firstname: 'Zoë', lastname: 'von der Leyen' },
      contacts: [],
      address: { street: 'Dorfstraße', house_number: '1a', zip: '15999', city: 'Wacholderhain' },
    },
    'fow',
  )
  expect(form).toEqual({
    ...EMPTY,
    meta: {
      entry_type: 'regular',
      custody: 'joint',
      second_contact_unreachable: true,
      second_contact_note: 'Aufenthalt unbekannt',
      siblings: [{ firstname: 'Zoë', lastname: 'von der Leyen', school_short: 'fow', relation: 'applying' }],
      child_street: 'Dorfstraße',
      child_house_number: '1a',
      child_zip: '15999',
      child_city: 'Wacholderhain',
    },
  })
})
