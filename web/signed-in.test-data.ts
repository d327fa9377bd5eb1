import { accountEndpoints, type BaseData } from '#contract/account.ts'
import { ROLE_PERMISSIONS, type Role } from '#contract/permissions.ts'
import { queryKey } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'

/** The day of all tests that draw what staff see. */
export const TODAY = '2026-11-20'

/** As if somebody with this role had signed in before the page is drawn; `queryClient.clear` signs out. */
export const signInAs = (role: Role) => {
  const baseData: BaseData = {
    today: TODAY,
    user: { id: 1, name: 'Erika Berg', email: 'erika@example.org', school_id: 1, role },
    labels: {},
    school: {
      id: 1,
      short: 'fsw',
      name: 'Freie Schule',
      accent: '#2e7d4f',
      schoolyear: '2026/2027',
      SCHOOL_REGISTRATION_SETTINGS: { isActive: true },
      SCHOOL_LABELS: { dashboardGreeting: '', pupil_plural: '', guardian: '', class_teacher: '' },
    },
    session: { stays_signed_in: false, lacks_two_factor: false },
    attachedSchools: [],
    permissions: [...ROLE_PERMISSIONS[role]],
  }
  queryClient.setQueryData(queryKey(accountEndpoints.basedata), baseData)
}
