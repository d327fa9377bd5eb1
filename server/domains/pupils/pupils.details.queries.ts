import { binSince } from '#contract/bin.ts'
import type { Gender } from '#contract/genders.ts'
import { isRemovable } from '#contract/pupils/pupils.change.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import type { ForeignLanguage } from '#contract/pupils/pupils.fields.ts'
import type { PupilStatus } from '#contract/pupils/pupils.ts'
import type { SchoolType } from '#contract/schools/schools.facts.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
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

/** Users who manage pupils find them in the bin as well, as long as they can be restored. */
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

/** Whether information about or contact with the child is blocked; what it says is class D. */
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

const classA = (row: PupilRecord) => ({
  id: row.id,
  pupil_number: row.pupil_number,
  lastname: row.lastname,
  lastname_prefix: row.lastname_prefix,
  firstname: row.firstname,
  gender: row.gender as Gender,
  status: row.status as PupilStatus,
  version: row.version,
})

const classB = (row: PupilRecord) => ({
  firstnames_all: row.firstnames_all,
  birthname: row.birthname,
  birthdate: row.birthdate,
  birthplace: row.birthplace,
  birth_country: row.birth_country,
  nationalities: row.nationalities,
  immigration_year: row.immigration_year,
  family_language: row.family_language,
  first_enrolment_year: row.first_enrolment_year,
  enrolment_kind: row.enrolment_kind as PupilDetails['enrolment_kind'],
  kita_years: row.kita_years as PupilDetails['kita_years'],
  school_recommendation: row.school_recommendation as PupilDetails['school_recommendation'],
  foreign_languages: row.foreign_languages as unknown as ForeignLanguage[],
  afterschool_care: row.afterschool_care as PupilDetails['afterschool_care'],
  afterschool_days: row.afterschool_days as PupilDetails['afterschool_days'],
  swim_level: row.swim_level as PupilDetails['swim_level'],
  measles_proof_seen_at: row.measles_proof_seen_at,
  measles_proof_kind: row.measles_proof_kind as PupilDetails['measles_proof_kind'],
  date_entry: row.date_entry,
  date_exit: row.date_exit,
  exit_reason: row.exit_reason as PupilDetails['exit_reason'],
  next_school: row.next_school,
  previous_institution: row.previous_institution,
  previous_city: row.previous_city,
  previous_school_type: row.previous_school_type,
  previous_grade: row.previous_grade,
})

const classC = (row: PupilRecord) => ({
  address: {
    street: row.street,
    house_number: row.house_number,
    address_extra: row.address_extra,
    zip: row.zip,
    city: row.city,
    country: row.country,
  },
  phone: row.phone,
  mail: row.mail,
  may_go_home_alone: row.may_go_home_alone,
})

/** Reads what only those may see who see contacts. */
const readContacts = async (tx: SchoolTransaction, id: number, reading: Parameters<typeof listFamily>[2]) => {
  const [family, contact_persons] = await Promise.all([listFamily(tx, id, reading), listContactPersons(tx, id)])
  return { ...family, contact_persons }
}

/**
 * One pupil with what this viewer may see; keys of other data classes are absent. Undefined for unknown and unseen ones alike. The
 * questions are asked without waiting for each other: the database answers them in one go.
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
    ...(contacts && { ...classB(row), memberships, ...classC(row), ...contacts }),
    has_blocking_note,
    ...(school && {
      school_type: school.school_type as SchoolType,
      is_removable: isRemovable(row, today),
      note: row.note,
    }),
    ...(row.deleted_at && { deleted_at: row.deleted_at }),
    ...(registration !== undefined && { registration }),
  }
}
