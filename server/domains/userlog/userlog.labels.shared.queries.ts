import { formatDate } from '#contract/dates.ts'
import { LEGAL_TITLES, type LegalKey } from '#contract/legal/legal.ts'
import type { Permission } from '#contract/permissions.ts'
import { fullName } from '#contract/person-names.ts'
import { REQUEST_KIND_LABELS, type RequestKind } from '#contract/privacyrequests/privacyrequest.record.ts'
import { seesPupilContacts } from '#contract/pupils/pupils.ts'
import { placesLabel } from '#contract/userlog/userlog.places.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { visibleSchoolclasses } from '#server/domains/memberships/memberships.attached.shared.queries.ts'
import { CLASS_COLUMNS, toClassRef } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { visiblePupils } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { registrations } from '#server/domains/registrations/registrations.shared.queries.ts'

interface LabelQuery {
  tx: SchoolTransaction
  viewer: SchoolViewer
  today: string
  ids: number[]
}

interface Label {
  id: number
  label: string
}

const may = (viewer: SchoolViewer, permission: Permission) => viewer.permissions.includes(permission)

async function labelPupils({ tx, viewer, today, ids }: LabelQuery): Promise<Label[]> {
  const rows = await visiblePupils(tx, viewer, today)
    .select(['p.id', 'p.firstname', 'p.lastname', 'p.lastname_prefix'])
    .where((eb) => eb('p.id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  return rows.map((row) => ({ id: row.id, label: fullName(row) }))
}

async function labelGuardians({ tx, viewer, today, ids }: LabelQuery): Promise<Label[]> {
  if (!seesPupilContacts(viewer.permissions)) return []
  const pupils = visiblePupils(tx, viewer, today).select('p.id')
  const rows = await tx
    .selectFrom('guardian as g')
    .select(['g.id', 'g.firstname', 'g.lastname'])
    .where((eb) => eb('g.id', '=', eb.fn.any(eb.val(ids))))
    .where('g.deleted_at', 'is', null)
    .where('g.id', 'in', tx.selectFrom('pupil_guardian').select('guardian_id').where('pupil_id', 'in', pupils))
    .execute()
  return rows.map((row) => ({ id: row.id, label: fullName(row) }))
}

/** Absences and places in a class, labelled with their child. */
const labelOfChild = async (
  { tx, viewer, today, ids }: LabelQuery,
  table: 'pupil_sicknote' | 'pupil_schoolclass',
): Promise<Label[]> => {
  const rows = await visiblePupils(tx, viewer, today)
    .innerJoin(tx.selectFrom(table).select(['id', 'pupil_id']).as('n'), 'n.pupil_id', 'p.id')
    .select(['n.id', 'p.firstname', 'p.lastname', 'p.lastname_prefix'])
    .where((eb) => eb('n.id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  return rows.map((row) => ({ id: row.id, label: fullName(row) }))
}

const tieNames = (tx: SchoolTransaction, table: 'pupil_guardian' | 'pupil_contact_person') =>
  table === 'pupil_contact_person'
    ? tx.selectFrom('pupil_contact_person').select(['id', 'pupil_id', 'firstname', 'lastname'])
    : tx
        .selectFrom('pupil_guardian as pg')
        .innerJoin('guardian as g', (join) =>
          join.onRef('g.school_id', '=', 'pg.school_id').onRef('g.id', '=', 'pg.guardian_id'),
        )
        .select(['pg.id', 'pg.pupil_id', 'g.firstname', 'g.lastname'])

/** „Anna Müller für Mia Müller“, for rows that connect somebody with a child. */
const labelTies = async ({ tx, viewer, today, ids }: LabelQuery, table: 'pupil_guardian' | 'pupil_contact_person') => {
  if (!seesPupilContacts(viewer.permissions)) return []
  const pupils = visiblePupils(tx, viewer, today).select([
    'p.id as pupil_id',
    'p.firstname as child_firstname',
    'p.lastname as child_lastname',
    'p.lastname_prefix as child_prefix',
  ])
  const rows = await tx
    .selectFrom(tieNames(tx, table).as('t'))
    .innerJoin(pupils.as('p'), 'p.pupil_id', 't.pupil_id')
    .select(['t.id', 't.firstname', 't.lastname', 'p.child_firstname', 'p.child_lastname', 'p.child_prefix'])
    .where((eb) => eb('t.id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  return rows.map(({ id, child_firstname, child_lastname, child_prefix, ...person }): Label => {
    const child = { firstname: child_firstname, lastname: child_lastname, lastname_prefix: child_prefix }
    return { id, label: `${fullName(person)} für ${fullName(child)}` }
  })
}

async function labelRegistrations({ tx, viewer, ids }: LabelQuery): Promise<Label[]> {
  if (!may(viewer, 'manage pupil application')) return []
  const rows = await registrations(tx)
    .select(['r.id', 'r.number', 'r.child_firstname', 'r.child_lastname'])
    .where((eb) => eb('r.id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  return rows.map((row) => ({
    id: row.id,
    label: `${fullName({ firstname: row.child_firstname, lastname: row.child_lastname })} (${row.number})`,
  }))
}

async function labelContacts({ tx, viewer, ids }: LabelQuery): Promise<Label[]> {
  if (!may(viewer, 'manage pupil application')) return []
  const rows = await tx
    .selectFrom('registration_contact as c')
    .select(['c.id', 'c.firstname', 'c.lastname'])
    .where((eb) => eb('c.id', '=', eb.fn.any(eb.val(ids))))
    .where('c.registration_id', 'in', registrations(tx).select('r.id'))
    .execute()
  return rows.map((row) => ({ id: row.id, label: fullName(row) }))
}

/** Accounts of this school; admins see all (domain §4). */
async function labelUsers({ tx, viewer, ids }: LabelQuery): Promise<Label[]> {
  if (!may(viewer, 'manage users')) return []
  const users = tx
    .selectFrom('app_user as u')
    .select(['u.id', 'u.name as label'])
    .where((eb) => eb('u.id', '=', eb.fn.any(eb.val(ids))))
  if (viewer.role === 'admin') return users.execute()
  const ownSchool = tx.selectFrom('user_school').select('user_id').where('school_id', '=', viewer.school_id)
  return users.where('u.id', 'in', ownSchool).execute()
}

async function labelClasses({ tx, viewer, today, ids }: LabelQuery): Promise<Label[]> {
  const rows = await visibleSchoolclasses(tx, viewer, today)
    .select(CLASS_COLUMNS)
    .where((eb) => eb('c.id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  return rows.flatMap((row) => {
    const named = toClassRef(row)
    return named ? [{ id: named.id, label: named.classgradePlain }] : []
  })
}

/** „Auskunft vom 02.11.2026“: the log keeps no name of a person who asked. */
async function labelRequests({ tx, viewer, ids }: LabelQuery): Promise<Label[]> {
  if (!may(viewer, 'view pupil sensitive')) return []
  const rows = await tx
    .selectFrom('privacy_request')
    .select(['id', 'kind', 'received_on'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  return rows.map(({ id, kind, received_on }) => ({
    id,
    label: `${REQUEST_KIND_LABELS[kind as RequestKind]} vom ${formatDate(received_on)}`,
  }))
}

/** Names that everybody at the school knows. */
const labelYears = ({ tx, ids }: LabelQuery): Promise<Label[]> =>
  tx
    .selectFrom('schoolyear')
    .select(['id', 'name as label'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute()

async function labelRollovers({ tx, ids }: LabelQuery): Promise<Label[]> {
  const rows = await tx
    .selectFrom('rollover as r')
    .innerJoin('schoolyear as f', (join) =>
      join.onRef('f.school_id', '=', 'r.school_id').onRef('f.id', '=', 'r.from_year_id'),
    )
    .innerJoin('schoolyear as t', (join) =>
      join.onRef('t.school_id', '=', 'r.school_id').onRef('t.id', '=', 'r.to_year_id'),
    )
    .select(['r.id', 'f.name as from_year', 't.name as to_year'])
    .where((eb) => eb('r.id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  return rows.map(({ id, from_year, to_year }) => ({ id, label: `${from_year} → ${to_year}` }))
}

const labelGrades = ({ tx, ids }: LabelQuery): Promise<Label[]> =>
  tx
    .selectFrom('schoolgrade')
    .select(['id', 'name as label'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute()

/** „Klassenstufe 1, 2026/2027“ */
async function labelCapacities({ tx, ids }: LabelQuery): Promise<Label[]> {
  const rows = await tx
    .selectFrom('schoolgrade_capacity as k')
    .innerJoin('schoolgrade as g', (join) =>
      join.onRef('g.school_id', '=', 'k.school_id').onRef('g.id', '=', 'k.schoolgrade_id'),
    )
    .innerJoin('schoolyear as y', (join) =>
      join.onRef('y.school_id', '=', 'k.school_id').onRef('y.id', '=', 'k.school_year_id'),
    )
    .select(['k.id', 'g.grade', 'y.name as year'])
    .where((eb) => eb('k.id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  return rows.map(({ id, grade, year }) => ({ id, label: placesLabel(grade, year) }))
}

async function labelLegalTexts({ tx, ids }: LabelQuery): Promise<Label[]> {
  const rows = await tx
    .selectFrom('legal_text')
    .select(['id', 'key', 'version_number'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  return rows.map(({ id, key, version_number }) => ({
    id,
    label: `${LEGAL_TITLES[key as LegalKey]}, Fassung ${version_number}`,
  }))
}

/** Labels of objects by kind, for viewers who may see them; for other kinds the entry names only the kind. */
const LABELS: Record<string, (query: LabelQuery) => Promise<Label[]>> = {
  pupil: labelPupils,
  guardian: labelGuardians,
  pupil_guardian: (query) => labelTies(query, 'pupil_guardian'),
  pupil_contact_person: (query) => labelTies(query, 'pupil_contact_person'),
  pupil_sicknote: (query) => labelOfChild(query, 'pupil_sicknote'),
  pupil_schoolclass: (query) => labelOfChild(query, 'pupil_schoolclass'),
  registration: labelRegistrations,
  registration_contact: labelContacts,
  user: labelUsers,
  schoolclass: labelClasses,
  schoolyear: labelYears,
  schoolgrade: labelGrades,
  schoolgrade_capacity: labelCapacities,
  rollover: labelRollovers,
  legal_text: labelLegalTexts,
  privacy_request: labelRequests,
}

interface Objects {
  entity_type: string
  entity_id: number | null
}

/** The rows with the names of their objects, null when the viewer may not see them; one query for each kind. */
export async function withLabels<R extends Objects>(
  tx: SchoolTransaction,
  { viewer, today }: Pick<LabelQuery, 'viewer' | 'today'>,
  rows: R[],
) {
  const names = new Map<string, string>()
  for (const [kind, label] of Object.entries(LABELS)) {
    const ids = rows.flatMap((row) => (row.entity_type === kind && row.entity_id !== null ? [row.entity_id] : []))
    if (ids.length === 0) continue
    for (const found of await label({ tx, viewer, today, ids: [...new Set(ids)] }))
      names.set(`${kind} ${found.id}`, found.label)
  }
  return rows.map((row) => ({ ...row, entity_label: names.get(`${row.entity_type} ${row.entity_id}`) ?? null }))
}
