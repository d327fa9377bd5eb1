import type { BaseData } from '#contract/account/account.ts'
import type { Role } from '#contract/permissions.ts'
import { type PupilStats, pupilStatsEndpoints } from '#contract/pupils/pupils.stats.ts'
import type { RegistrationRow } from '#contract/registrations/registrations.rows.ts'
import {
  type ClassPupil,
  type Schoolclass,
  type SchoolclassDetails,
  schoolclassEndpoints,
} from '#contract/schoolclasses/schoolclasses.ts'
import { openApp, serverFor } from '#web/app.test-data.ts'
import type { FakeServer } from '#web/fake-server.test-data.ts'
import { baseDataOf } from '#web/page.test-data.ts'

/** Makes a class of the running year. */
export const schoolclass = (id: number, grade: number, description: string): Schoolclass => ({
  id,
  description,
  classgradePlain: `${grade}${description}`,
  schoolgrade: { id: grade, grade },
  schoolgrade_to: null,
  school_year: { id: 1, name: '2026/2027', state: 'active' },
  room: null,
  capacity: 24,
  pupil_count: 0,
  byGender: { m: 0, f: 0, d: 0 },
  responsible_teachers: [],
  assigned_employees: [],
  version: 1,
})

export const classDetails = (one: Schoolclass, pupils: ClassPupil[]): SchoolclassDetails => ({
  ...one,
  pupil_count: pupils.length,
  pupils,
  coming: [],
  functions: [],
  previous: null,
  day: '2026-11-20',
  is_names_only: false,
  is_removable: false,
})

export const STATS: PupilStats = {
  total: 3,
  hasPupils: true,
  classCount: 2,
  byGender: [
    { gender: 'f', count: 2 },
    { gender: 'm', count: 1 },
  ],
  byClass: [
    { ...schoolclass(1, 2, 'a'), count: 3, capacity: 24 },
    { ...schoolclass(2, 6, 'a'), count: 0, capacity: 24 },
  ],
}

/** Makes a server that knows these classes; `own` are the classes of the signed-in person. */
export const homeServer = (
  role: Role | null,
  { all = [], own = [] }: { all?: Schoolclass[]; own?: Schoolclass[] },
  changes: Partial<BaseData> = {},
) => {
  const server = serverFor(baseDataOf(role, changes))
  server.on(schoolclassEndpoints.list, () => all)
  server.on(schoolclassEndpoints.assignedByUser, () => ({ asResponsibleTeacher: own, asAssignedEmployee: [] }))
  server.on(pupilStatsEndpoints.get, () => STATS)
  return server
}

export const openHome = (server: FakeServer) => openApp('/', server)

export const SECOND_FACTOR_LACKS: Partial<BaseData> = {
  session: { stays_signed_in: true, lacks_two_factor: true, lacked_way: null, emergency_for: null },
  permissions: [],
}

export const MIA: RegistrationRow = {
  id: 7,
  status: 'new',
  created_at: '2026-11-19T08:00:00Z',
  meta: { child_firstname: 'Mia', child_lastname: 'Müller' },
  contact: null,
  number: 'FSW-1',
  child_birthdate: '2020-03-31',
  desired_grade: 1,
  school_year: { id: 2, name: '2027/2028' },
  entry_type: 'regular',
  second_contact: null,
  mail_state: 'verified',
  mail_failed: false,
  told_at: null,
  wait_rank: null,
  possible_duplicate: null,
  withdrawn_at: null,
  pupil_id: null,
  is_follow_up: false,
  is_not_informed: false,
  is_withdraw_requested: false,
  version: 1,
}
