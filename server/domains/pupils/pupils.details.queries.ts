import { binSince } from '#contract/bin.ts'
import { isAskedFor } from '#contract/consents/consents.state.ts'
import { ADDRESS_KEYS, Pupil } from '#contract/pupils/pupil.record.ts'
import { isRemovable } from '#contract/pupils/pupils.change.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { visibleKeys } from '#contract/record.ts'
import type { SchoolType } from '#contract/schools/schools.facts.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { wantsParentsInformed } from '#server/domains/families/families.informed.shared.queries.ts'
import {
  CLASS_COLUMNS,
  classNames,
  toClassRef,
} from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { visiblePupils } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { getSchool } from '#server/domains/schools/schools.shared.queries.ts'
import { listContactPersons, listFamily } from './pupils.family.queries.ts'
import { visibleFields } from './visible-fields.ts'

const findShown = (tx: SchoolTransaction, id: number, { viewer, today }: Acting) =>
  visiblePupils(tx, viewer, today).selectAll('p').where('p.id', '=', id).executeTakeFirst()
type PupilRecord = NonNullable<Awaited<ReturnType<typeof findShown>>>

/** Users who manage pupils also find pupils in the bin, as long as these can be restored. */
const findPupil = async (tx: SchoolTransaction, id: number, reading: Acting) => {
  const shown = await findShown(tx, id, reading)
  if (shown || !reading.viewer.permissions.includes('manage pupil')) return shown
  return tx
    .selectFrom('pupil')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', '>', binSince(reading.now))
    .executeTakeFirst()
}

const listMemberships = async (tx: SchoolTransaction, pupilId: number) => {
  const rows = await tx
    .selectFrom('pupil_schoolclass as m')
    .innerJoin('schoolyear as y', (join) =>
      join.onRef('y.school_id', '=', 'm.school_id').onRef('y.id', '=', 'm.school_year_id'),
    )
    .innerJoin('schoolgrade as g', (join) =>
      join.onRef('g.school_id', '=', 'm.school_id').onRef('g.id', '=', 'm.schoolgrade_id'),
    )
    .leftJoin(classNames().as('c'), (join) =>
      join.onRef('c.school_id', '=', 'm.school_id').onRef('c.id', '=', 'm.schoolclass_id'),
    )
    .select(['m.date_start', 'm.date_end', 'y.id as school_year_id', 'y.name as school_year', 'g.grade'])
    .select(CLASS_COLUMNS)
    .where('m.pupil_id', '=', pupilId)
    .orderBy('m.date_start', 'desc')
    .orderBy('m.id', 'desc')
    .execute()
  return rows.map((row) => ({
    school_year: { id: row.school_year_id, name: row.school_year },
    schoolgrade: { grade: row.grade },
    schoolclass: toClassRef(row),
    date_start: row.date_start,
    date_end: row.date_end,
  }))
}

/** Whether information about the child or contact with it is blocked; the text of the note is class D. */
const hasBlockingNote = async (tx: SchoolTransaction, pupilId: number, today: string) => {
  const found = await tx
    .selectFrom('pupil_sensitive')
    .select('id')
    .where('pupil_id', '=', pupilId)
    .where('kind', '=', 'blocking_note')
    .where((eb) => eb.or([eb('valid_until', 'is', null), eb('valid_until', '>=', today)]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

const findOrigin = async (tx: SchoolTransaction, pupilId: number) => {
  const origin = await tx
    .selectFrom('registration')
    .select(['id', 'number'])
    .where('pupil_id', '=', pupilId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return origin ?? null
}

const CLASS_A = visibleKeys(Pupil, ['A'])
const CLASSES_B_AND_C = visibleKeys(Pupil, ['B', 'C']).filter((key) => !ADDRESS_KEYS.some((part) => part === key))
type ForAll = Pick<PupilDetails, 'lastname' | 'lastname_prefix' | 'firstname' | 'gender' | 'status'>

const pick = (row: PupilRecord, keys: readonly (keyof PupilRecord)[]) =>
  Object.fromEntries(keys.map((key) => [key, row[key]]))

const classA = (row: PupilRecord) => ({
  ...(pick(row, CLASS_A) as ForAll),
  id: row.id,
  pupil_number: row.pupil_number,
  version: row.version,
})

/** Classes B and C (domain §1.0). The database holds one of the contract's values in each column. */
const contactFields = (row: PupilRecord) => ({
  ...(pick(row, CLASSES_B_AND_C) as Partial<PupilDetails>),
  address: pick(row, ADDRESS_KEYS) as PupilDetails['address'],
})

/** Reads the parts for viewers who may see contacts. */
const readContacts = async (tx: SchoolTransaction, id: number, reading: Parameters<typeof listFamily>[2]) => {
  const [family, contact_persons] = await Promise.all([listFamily(tx, id, reading), listContactPersons(tx, id)])
  return { ...family, contact_persons }
}

/** Whether the parents are to be informed after the 18th birthday, for those who are asked. */
const readOwnWish = async (tx: SchoolTransaction, { id, birthdate }: PupilRecord, today: string) =>
  isAskedFor('parents_informed', birthdate, today) ? { parents_informed: await wantsParentsInformed(tx, id) } : {}

/**
 * One pupil with the data this viewer may see; keys of other data classes are missing. Undefined for unknown and
 * invisible pupils alike. The queries are sent without waiting for each other, so that the database answers them in one
 * go.
 */
export async function findVisiblePupil(
  tx: SchoolTransaction,
  id: number,
  reading: Acting,
): Promise<PupilDetails | undefined> {
  const { viewer, today } = reading
  const fields = visibleFields(viewer)
  const [row, memberships, contacts, has_blocking_note, school, registration] = await Promise.all([
    findPupil(tx, id, reading),
    listMemberships(tx, id),
    fields.contacts ? readContacts(tx, id, { ...reading, fields }) : undefined,
    hasBlockingNote(tx, id, today),
    fields.record ? getSchool(tx) : undefined,
    fields.registration ? findOrigin(tx, id) : undefined,
  ])
  if (!row) return undefined
  const current = memberships.find((one) => one.date_start <= today && (one.date_end === null || today <= one.date_end))
  return {
    ...classA(row),
    schoolclass: current?.schoolclass ?? null,
    schoolgrade: current?.schoolgrade ?? null,
    school_year: current?.school_year ?? null,
    ...(contacts && { ...contactFields(row), memberships, ...contacts }),
    has_blocking_note,
    ...(contacts && (await readOwnWish(tx, row, today))),
    ...(school && {
      school_type: school.school_type as SchoolType,
      is_removable: isRemovable(row, today),
      note: row.note,
    }),
    ...(row.deleted_at && { deleted_at: row.deleted_at }),
    ...(registration !== undefined && { registration }),
  }
}
