import type { Permission } from '#contract/permissions.ts'
import { fullName } from '#contract/person-names.ts'
import { seesPupilContacts } from '#contract/pupils/pupils.ts'
import { PAPER_LABELS, type PaperKind } from '#contract/registrations/registrations.papers.ts'
import type { LogEntry } from '#contract/userlog/userlog.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { visibleSchoolclasses } from '#server/domains/memberships/memberships.attached.shared.queries.ts'
import { CLASS_COLUMNS, toClassRef } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { visiblePupils } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { registrations } from '#server/domains/registrations/registrations.shared.queries.ts'

export interface LabelQuery {
  tx: SchoolTransaction
  viewer: SchoolViewer
  today: string
  ids: number[]
}

export interface Label {
  id: number
  label: string
  /** The child or application that the object belongs to. */
  owner?: LogEntry['entity_owner']
}

export const may = (viewer: SchoolViewer, permission: Permission) => viewer.permissions.includes(permission)

/** „Oskar Lindner (FSW-2027-0028)“ */
export const applicationLabel = (row: { child_firstname: string; child_lastname: string; number: string }) =>
  `${fullName({ firstname: row.child_firstname, lastname: row.child_lastname })} (${row.number})`

/** The owner of an object of a pupil. */
const pupilOwner = (id: number) => ({ type: 'pupil', id }) as const

/** Rows that belong to a child, labelled with it. */
const labelOfChild = async (
  { tx, viewer, today, ids }: LabelQuery,
  table: 'pupil_sicknote' | 'pupil_schoolclass' | 'pupil_note' | 'absence_count',
): Promise<Label[]> => {
  const rows = await visiblePupils(tx, viewer, today)
    .innerJoin(tx.selectFrom(table).select(['id', 'pupil_id']).as('n'), 'n.pupil_id', 'p.id')
    .select(['n.id', 'n.pupil_id', 'p.firstname', 'p.lastname', 'p.lastname_prefix'])
    .where((eb) => eb('n.id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  return rows.map((row) => ({ id: row.id, label: fullName(row), owner: pupilOwner(row.pupil_id) }))
}

/** „Mia Müller, Klasse 1a“, or the child alone while the class is open. */
const labelMemberships = async (query: LabelQuery): Promise<Label[]> => {
  const { tx, viewer, today, ids } = query
  const memberships = tx
    .selectFrom('pupil_schoolclass')
    .select(['id', 'schoolclass_id as of_class'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
  const rows = await visibleSchoolclasses(tx, viewer, today)
    .innerJoin(memberships.as('m'), 'm.of_class', 'c.id')
    .select(CLASS_COLUMNS)
    .select('m.id as membership')
    .execute()
  const names = new Map(rows.map((row) => [row.membership, toClassRef(row)?.classgradePlain]))
  const labels = await labelOfChild(query, 'pupil_schoolclass')
  return labels.map((row) => {
    const name = names.get(row.id)
    return name ? { ...row, label: `${row.label}, Klasse ${name}` } : row
  })
}

/** Without 'manage pupil' nobody learns whose notes others write (domain §1.0). */
const labelNotes = async (query: LabelQuery) =>
  may(query.viewer, 'manage pupil') ? labelOfChild(query, 'pupil_note') : []

/** Letters and labels for one child, which are logged with the id of the child. */
async function labelSheets({ tx, viewer, today, ids }: LabelQuery): Promise<Label[]> {
  const rows = await visiblePupils(tx, viewer, today)
    .select(['p.id', 'p.firstname', 'p.lastname', 'p.lastname_prefix'])
    .where((eb) => eb('p.id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  return rows.map((row) => ({ id: row.id, label: fullName(row), owner: pupilOwner(row.id) }))
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
    .select(['t.id', 't.pupil_id', 't.firstname', 't.lastname'])
    .select(['p.child_firstname', 'p.child_lastname', 'p.child_prefix'])
    .where((eb) => eb('t.id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  return rows.map(({ id, pupil_id, child_firstname, child_lastname, child_prefix, ...person }): Label => {
    const child = { firstname: child_firstname, lastname: child_lastname, lastname_prefix: child_prefix }
    return { id, label: `${fullName(person)} für ${fullName(child)}`, owner: pupilOwner(pupil_id) }
  })
}

async function labelContacts({ tx, viewer, ids }: LabelQuery): Promise<Label[]> {
  if (!may(viewer, 'manage pupil application')) return []
  const rows = await tx
    .selectFrom('registration_contact as c')
    .select(['c.id', 'c.registration_id', 'c.firstname', 'c.lastname'])
    .where((eb) => eb('c.id', '=', eb.fn.any(eb.val(ids))))
    .where('c.registration_id', 'in', registrations(tx).select('r.id'))
    .execute()
  return rows.map((row) => ({
    id: row.id,
    label: fullName(row),
    owner: { type: 'registration', id: row.registration_id },
  }))
}

/** Rows that belong to an application, labelled with it. */
const labelOfApplication = async (
  { tx, viewer, ids }: LabelQuery,
  table: 'registration_paper' | 'registration_status_mail' | 'registration_sibling',
): Promise<Label[]> => {
  if (!may(viewer, 'manage pupil application')) return []
  const rows = await registrations(tx)
    .innerJoin(tx.selectFrom(table).select(['id', 'registration_id']).as('n'), 'n.registration_id', 'r.id')
    .select(['n.id', 'n.registration_id', 'r.number', 'r.child_firstname', 'r.child_lastname'])
    .where((eb) => eb('n.id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  return rows.map((row) => ({
    id: row.id,
    label: applicationLabel(row),
    owner: { type: 'registration', id: row.registration_id },
  }))
}

/** „Geburtsurkunde: Oskar Lindner (FSW-2027-0028)“ */
const labelPapers = async (query: LabelQuery): Promise<Label[]> => {
  const labels = await labelOfApplication(query, 'registration_paper')
  const papers = await query.tx
    .selectFrom('registration_paper')
    .select(['id', 'kind'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(query.ids))))
    .execute()
  const kinds = new Map(papers.map(({ id, kind }) => [id, PAPER_LABELS[kind as PaperKind].replace(/ \(.+\)$/, '')]))
  return labels.map((row) => ({ ...row, label: `${kinds.get(row.id)}: ${row.label}` }))
}

/**
 * Labels of objects that belong to a child or an application. Confidential entries and consents stay without: the log
 * must not say of which child they are (domain §1.0).
 */
export const OWNED_LABELS: Record<string, (query: LabelQuery) => Promise<Label[]>> = {
  pupil_sicknote: (query) => labelOfChild(query, 'pupil_sicknote'),
  pupil_schoolclass: labelMemberships,
  absence_count: (query) => labelOfChild(query, 'absence_count'),
  pupil_note: labelNotes,
  pupil_document: labelSheets,
  pupil_guardian: (query) => labelTies(query, 'pupil_guardian'),
  pupil_contact_person: (query) => labelTies(query, 'pupil_contact_person'),
  registration_contact: labelContacts,
  registration_paper: labelPapers,
  registration_status_mail: (query) => labelOfApplication(query, 'registration_status_mail'),
  registration_sibling: (query) => labelOfApplication(query, 'registration_sibling'),
}
