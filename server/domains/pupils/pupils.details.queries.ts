import type { Gender } from '#contract/genders.ts'
import type { PupilDetails } from '#contract/pupils.details.ts'
import type { PupilStatus } from '#contract/pupils.ts'
import type { SchoolTransaction, SchoolViewer } from '#server/db/in-school.ts'
import { CLASS_COLUMNS, classNames, toClassRef } from '#server/domains/schoolclasses/class-names.queries.ts'
import { notFound } from '#server/http/api-error.ts'
import { visiblePupils, withClass } from './pupils.queries.ts'
import { type VisibleFields, visibleFields } from './visible-fields.ts'

interface Reading {
  viewer: SchoolViewer
  today: string
}

const findPupil = (tx: SchoolTransaction, id: number, { viewer, today }: Reading) =>
  visiblePupils(tx, viewer, today).selectAll('p').where('p.id', '=', id).executeTakeFirst()
type PupilRecord = NonNullable<Awaited<ReturnType<typeof findPupil>>>

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

const selectGuardians = (tx: SchoolTransaction, pupilId: number) =>
  tx
    .selectFrom('pupil_guardian as pg')
    .innerJoin('guardian as g', (join) =>
      join.onRef('g.school_id', '=', 'pg.school_id').onRef('g.id', '=', 'pg.guardian_id'),
    )
    .selectAll('g')
    .select([
      'pg.relationship',
      'pg.has_custody',
      'pg.lives_with_pupil',
      'pg.receives_letters',
      'pg.receives_sicknote_mail',
      'pg.may_pickup',
      'pg.emergency_priority',
      'pg.position',
    ])
    .where('pg.pupil_id', '=', pupilId)
    .where('g.deleted_at', 'is', null)
    .orderBy('pg.position')
    .orderBy('g.id')
    .execute()
type GuardianRecord = Awaited<ReturnType<typeof selectGuardians>>[number]

/** Domain §1.7: the guardian's own address; null when it is the pupil's. */
const addressOf = ({ lives_with_pupil, street, house_number, zip, city }: GuardianRecord) =>
  lives_with_pupil && street === null && city === null
    ? null
    : { street, house_number, address_extra: null, zip, city, country: null }

const toGuardian = (row: GuardianRecord, { apartAddress }: Pick<VisibleFields, 'apartAddress'>) => ({
  guardian_id: row.id,
  position: row.position,
  title: row.title,
  firstname: row.firstname,
  lastname: row.lastname,
  relationship: row.relationship,
  has_custody: row.has_custody,
  lives_with_pupil: row.lives_with_pupil,
  receives_letters: row.receives_letters,
  receives_sicknote_mail: row.receives_sicknote_mail,
  may_pickup: row.may_pickup,
  emergency_priority: row.emergency_priority,
  phone_home: row.phone_home,
  phone_mobile: row.phone_mobile,
  phone_work: row.phone_work,
  mail: row.mail,
  mail_verified_at: row.mail_verified_at,
  interpreter_language: row.interpreter_language,
  ...(apartAddress || row.lives_with_pupil ? { address: addressOf(row) } : {}),
})

/** Pupils who share a guardian, as far as the viewer may see them. */
const listSiblings = async (tx: SchoolTransaction, pupilId: number, { viewer, today }: Reading) => {
  const rows = await withClass(visiblePupils(tx, viewer, today), today)
    .where('p.id', 'in', (eb) =>
      eb
        .selectFrom('pupil_guardian as own')
        .innerJoin('pupil_guardian as other', (join) =>
          join.onRef('other.school_id', '=', 'own.school_id').onRef('other.guardian_id', '=', 'own.guardian_id'),
        )
        .where('own.pupil_id', '=', pupilId)
        .where('other.pupil_id', '<>', pupilId)
        .select('other.pupil_id'),
    )
    .select(['p.id', 'p.firstname', 'p.lastname', 'p.lastname_prefix', 'p.status'])
    .select(CLASS_COLUMNS)
    .orderBy('p.birthdate')
    .orderBy('p.id')
    .execute()
  return rows.map(({ id, firstname, lastname, lastname_prefix, status, ...row }) => ({
    id,
    firstname,
    lastname,
    lastname_prefix,
    status: status as PupilStatus,
    schoolclass: toClassRef(row),
  }))
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
  birthdate: row.birthdate,
  date_entry: row.date_entry,
  date_exit: row.date_exit,
  exit_reason: row.exit_reason,
  next_school: row.next_school,
  previous_institution: row.previous_institution,
  previous_city: row.previous_city,
  previous_school_type: row.previous_school_type,
  previous_grade: row.previous_grade,
  afterschool_care: row.afterschool_care as PupilDetails['afterschool_care'],
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
})

/** One pupil with what this viewer may see; keys of other data classes are absent. Unknown and unseen are one 404. */
export async function getPupil(tx: SchoolTransaction, id: number, reading: Reading): Promise<PupilDetails> {
  const row = await findPupil(tx, id, reading)
  if (!row) throw notFound()
  const fields = visibleFields(reading.viewer)
  const memberships = await listMemberships(tx, id)
  const { today } = reading
  const current = memberships.find((one) => one.date_start <= today && (one.date_end === null || today <= one.date_end))
  return {
    ...classA(row),
    schoolclass: current?.schoolclass ?? null,
    schoolgrade: current?.schoolgrade ?? null,
    school_year: current?.school_year ?? null,
    memberships,
    ...(fields.contacts && {
      ...classB(row),
      ...classC(row),
      guardians: (await selectGuardians(tx, id)).map((guardian) => toGuardian(guardian, fields)),
      siblings: await listSiblings(tx, id, reading),
    }),
    ...(fields.registration && { registration: await findOrigin(tx, id) }),
  }
}
