import { counted } from '#contract/counted.ts'
import { formatDate } from '#contract/dates.ts'
import { LEGAL_TITLES, type LegalKey } from '#contract/legal/legal.ts'
import { MAIL_WORDINGS, type WordingKey } from '#contract/mailwordings/mailwordings.texts.ts'
import { fullName } from '#contract/person-names.ts'
import { REQUEST_KIND_LABELS, type RequestKind } from '#contract/privacyrequests/privacyrequest.record.ts'
import { seesPupilContacts } from '#contract/pupils/pupils.ts'
import { emergencyIds, withEmergencyName } from '#contract/userlog/userlog.emergency.ts'
import { numberIn } from '#contract/userlog/userlog.numbers.ts'
import { placesLabel } from '#contract/userlog/userlog.places.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { visibleSchoolclasses } from '#server/domains/memberships/memberships.attached.shared.queries.ts'
import { CLASS_COLUMNS, toClassRef } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { visiblePupils } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { registrations } from '#server/domains/registrations/registrations.shared.queries.ts'
import { applicationLabel, type Label, type LabelQuery, may, OWNED_LABELS } from './userlog.labels.owned.queries.ts'

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

async function labelRegistrations({ tx, viewer, ids }: LabelQuery): Promise<Label[]> {
  if (!may(viewer, 'manage pupil application')) return []
  const rows = await registrations(tx)
    .select(['r.id', 'r.number', 'r.child_firstname', 'r.child_lastname'])
    .where((eb) => eb('r.id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  return rows.map((row) => ({ id: row.id, label: applicationLabel(row) }))
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

async function labelEmployees({ tx, viewer, ids }: LabelQuery): Promise<Label[]> {
  if (!may(viewer, 'manage employee')) return []
  const rows = await tx
    .selectFrom('employee')
    .select(['id', 'firstname', 'lastname'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map((row) => ({ id: row.id, label: fullName(row) }))
}

async function labelCirculars({ tx, viewer, ids }: LabelQuery): Promise<Label[]> {
  if (!may(viewer, 'manage pupil')) return []
  return await tx
    .selectFrom('circular')
    .select(['id', 'subject as label'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute()
}

async function labelDataChecks({ tx, viewer, ids }: LabelQuery): Promise<Label[]> {
  if (!may(viewer, 'manage pupil')) return []
  return await tx
    .selectFrom('data_check')
    .select(['id', 'audience as label'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute()
}

async function labelLetterTexts({ tx, viewer, ids }: LabelQuery): Promise<Label[]> {
  if (!may(viewer, 'export personal data')) return []
  return await tx
    .selectFrom('letter_text')
    .select(['id', 'name as label'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute()
}

const labelFreeDays = ({ tx, ids }: LabelQuery): Promise<Label[]> =>
  tx
    .selectFrom('schoolyear_free_day')
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

/** „2 Bewerbungen“, which are listed until the import is taken back. */
async function labelImports({ tx, viewer, ids }: LabelQuery): Promise<Label[]> {
  if (!may(viewer, 'manage pupil application')) return []
  const rows = await tx
    .selectFrom('registration_import')
    .select(['id', 'row_count', 'undone_at'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  return rows.map(({ id, row_count, undone_at }) => ({
    id,
    label: counted(row_count, 'Bewerbung', 'Bewerbungen'),
    ...(undone_at === null && { owner: { type: 'imported_registrations', id } }),
  }))
}

/** „22 Mitarbeitende“ */
async function labelEmployeeImports({ tx, viewer, ids }: LabelQuery): Promise<Label[]> {
  if (!may(viewer, 'manage employee')) return []
  const rows = await tx
    .selectFrom('employee_import')
    .select(['id', 'row_count'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  return rows.map(({ id, row_count }) => ({ id, label: counted(row_count, 'Person', 'Personen') }))
}

async function labelWordings({ tx, ids }: LabelQuery): Promise<Label[]> {
  const rows = await tx
    .selectFrom('mail_wording')
    .select(['id', 'key'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  return rows.map(({ id, key }) => ({ id, label: MAIL_WORDINGS[key as WordingKey].label }))
}

/** Services of the school; admins see all. */
const labelProviders = ({ tx, viewer: { role, school_id }, ids }: LabelQuery): Promise<Label[]> =>
  tx
    .selectFrom('identity_provider')
    .select(['id', 'name as label'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .where((eb) => eb.or([eb.val(role === 'admin'), eb(eb.val(school_id), '=', eb.fn.any('school_ids'))]))
    .execute()

/** Labels of objects by kind, for viewers who may see them; for other kinds the entry names only the kind. */
const LABELS: Record<string, (query: LabelQuery) => Promise<Label[]>> = {
  pupil: labelPupils,
  guardian: labelGuardians,
  registration: labelRegistrations,
  user: labelUsers,
  schoolclass: labelClasses,
  employee: labelEmployees,
  circular: labelCirculars,
  data_check: labelDataChecks,
  letter_text: labelLetterTexts,
  schoolyear: labelYears,
  schoolyear_free_day: labelFreeDays,
  schoolgrade: labelGrades,
  schoolgrade_capacity: labelCapacities,
  rollover: labelRollovers,
  legal_text: labelLegalTexts,
  registration_import: labelImports,
  employee_import: labelEmployeeImports,
  mail_wording: labelWordings,
  privacy_request: labelRequests,
  identity_provider: labelProviders,
  ...OWNED_LABELS,
}

interface Objects {
  entity_type: string
  entity_id: number | null
  changed_fields?: readonly string[]
}

/** What an entry itself says of an object that no longer exists. */
const noted = (viewer: SchoolViewer, { changed_fields = [] }: Objects) =>
  may(viewer, 'manage pupil application') ? numberIn(changed_fields) : undefined

/** The objects of a kind that the rows are about, and the emergency accounts that an entry about a demand names. */
const idsOf = (rows: readonly Objects[], kind: string) =>
  rows.flatMap(({ entity_type, entity_id, changed_fields = [] }) => [
    ...(entity_type === kind && entity_id !== null ? [entity_id] : []),
    ...(kind === 'user' ? emergencyIds(changed_fields) : []),
  ])

/**
 * The rows with the names of their objects and the record that shows each, null when the viewer may not see them; one
 * query for each kind.
 */
export async function withLabels<R extends Objects>(
  tx: SchoolTransaction,
  { viewer, today }: Pick<LabelQuery, 'viewer' | 'today'>,
  rows: R[],
) {
  const labels = new Map<string, Label>()
  for (const [kind, label] of Object.entries(LABELS)) {
    const ids = idsOf(rows, kind)
    if (ids.length === 0) continue
    for (const found of await label({ tx, viewer, today, ids: [...new Set(ids)] }))
      labels.set(`${kind} ${found.id}`, found)
  }
  return rows.map((row) => {
    const { label = noted(viewer, row) ?? null, owner = null } = labels.get(`${row.entity_type} ${row.entity_id}`) ?? {}
    const nameOf = (id: number) => labels.get(`user ${id}`)?.label
    const named = row.changed_fields && { changed_fields: withEmergencyName(row.changed_fields, nameOf) }
    return { ...row, ...named, entity_label: label, entity_owner: owner }
  })
}
