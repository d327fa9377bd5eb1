import type { BaseData } from '#contract/account/account.ts'
import type { PupilGuardian } from '#contract/families/families.ts'
import { pupilPaperEndpoints } from '#contract/papers/papers.ts'
import type { Role } from '#contract/permissions.ts'
import { type PupilDetails, pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { pupilHistoryEndpoints, pupilNoteEndpoints } from '#contract/pupils/pupils.notes.ts'
import { type PupilFormOptions, type PupilRow, pupilEndpoints } from '#contract/pupils/pupils.ts'
import { savedViewEndpoints } from '#contract/savedviews/savedviews.ts'
import { openApp, serverFor } from '#web/app.test-data.ts'
import type { FakeServer } from '#web/fake-server.test-data.ts'
import { baseDataOf } from '#web/page.test-data.ts'
import { paths } from '#web/paths.ts'

/** Makes a row of the list: a child of class 2a in grade 2. */
export const child = (id: number, lastname: string, more: Partial<PupilRow> = {}): PupilRow => ({
  id,
  pupil_number: `FSW-${id}`,
  lastname,
  lastname_prefix: null,
  firstname: 'Ida',
  gender: 'f',
  status: 'active',
  schoolclass: { id: 1, classgradePlain: '2a' },
  schoolgrade: { grade: 2 },
  birthdate: '2019-03-31',
  ...more,
})

export const guardian = (firstname: string, lastname: string, more: Partial<PupilGuardian> = {}): PupilGuardian => ({
  guardian_id: 31,
  position: 1,
  salutation: 'none',
  title: null,
  firstname,
  lastname,
  relationship: 'mother',
  has_custody: true,
  lives_with_pupil: true,
  receives_letters: true,
  receives_sicknote_mail: true,
  may_pickup: true,
  emergency_priority: 1,
  custody_proof_seen_at: null,
  custody_proof_kind: null,
  phone_home: null,
  phone_mobile: '0152 28817386',
  phone_work: null,
  mail: null,
  mail_verified_at: null,
  interpreter_language: null,
  address: null,
  also_for: [],
  version: 1,
  relation_version: 1,
  ...more,
})

const NO_CAREER = {
  firstnames_all: null,
  birthname: null,
  birthplace: null,
  birth_country: null,
  nationalities: [],
  immigration_year: null,
  family_language: null,
  first_enrolment_year: null,
  enrolment_kind: null,
  kita_years: null,
  school_recommendation: null,
  foreign_languages: [],
  afterschool_days: [],
  swim_level: null,
  measles_proof_seen_at: null,
  measles_proof_kind: null,
  date_entry: '2026-08-24',
  date_exit: null,
  exit_reason: null,
  next_school: null,
  previous_institution: null,
  previous_city: null,
  previous_school_type: null,
  previous_grade: null,
  afterschool_care: null,
  memberships: [],
}

/** This is what everybody gets who sees the child; a viewer gets nothing else. */
export const detailsForAll = ({ birthdate: _, deleted_at: __, ...row }: PupilRow): PupilDetails => ({
  ...row,
  school_year: { id: 1, name: '2026/2027' },
  version: 1,
  has_blocking_note: false,
})

/** This is all that a head gets of a child whose mother is to be called. */
export const detailsOf = (row: PupilRow): PupilDetails => ({
  ...detailsForAll(row),
  ...NO_CAREER,
  birthdate: row.birthdate,
  address: {
    street: 'Dorfstraße',
    house_number: '12a',
    address_extra: null,
    zip: '15999',
    city: 'Wacholderhain',
    country: null,
  },
  phone: null,
  mail: null,
  may_go_home_alone: null,
  guardians: [guardian('Anna', row.lastname)],
  contact_persons: [],
  siblings: [],
  school_type: 'primary',
  is_removable: false,
  note: null,
  registration: null,
})

const OPTIONS: PupilFormOptions = {
  schoolclasses: [],
  schoolgrades: [{ id: 2, grade: 2, name: 'Klassenstufe 2' }],
  schoolyears: [],
}

/** Makes a server with these children; it searches by last name and number only, which is all that the tests need. */
export const pupilServer = (role: Role, rows: readonly PupilRow[], more: Partial<BaseData> = {}) => {
  const server = serverFor(baseDataOf(role, more))
  server.on(pupilEndpoints.list, ({ query: { search } }) => {
    const isFound = ({ lastname, id }: PupilRow) => lastname.includes(search) || `0152 2881738${id}`.includes(search)
    const data = rows.filter(isFound)
    return { data, total: data.length, page: 1, per_page: 10 }
  })
  server.on(pupilEndpoints.formOptions, () => OPTIONS)
  server.on(savedViewEndpoints.list, () => [])
  server.on(pupilNoteEndpoints.list, () => [])
  server.on(pupilPaperEndpoints.list, () => [])
  server.on(pupilHistoryEndpoints.list, () => [])
  server.on(pupilDetailsEndpoints.get, ({ params }) =>
    detailsOf(rows.find(({ id }) => id === params.id) ?? child(0, 'Niemand')),
  )
  return server
}

export const openPupils = (server: FakeServer, query = '') => openApp(paths.pupils + query, server)

export const openPupil = (server: FakeServer, id: number | string, width?: number) =>
  openApp(`/admin/schueler/${id}`, server, width)
