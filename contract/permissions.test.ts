import { expect, test } from 'vitest'
import { ROLE_PERMISSIONS, ROLES } from './permissions.ts'
import { seesPupilContacts } from './pupils/pupils.ts'

// Exports and sheets for many ask for 'export personal data' alone (domain §4, §1.0).
test('a role that may export personal data also manages pupils and sees the data in the files', () => {
  const exporting = ROLES.filter((role) => ROLE_PERMISSIONS[role].includes('export personal data'))
  expect(exporting).toEqual(['admin', 'schooladmin'])
  for (const role of exporting) {
    expect(ROLE_PERMISSIONS[role]).toContain('manage pupil')
    expect(seesPupilContacts(ROLE_PERMISSIONS[role])).toBe(true)
  }
})
