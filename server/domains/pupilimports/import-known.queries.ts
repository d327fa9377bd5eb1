import { sql } from 'kysely'
import type { Gender } from '#contract/genders.ts'
import { IMPORT_PUPIL_FIELDS } from '#contract/pupilimports/pupilimports.columns.ts'
import type { PupilStatus } from '#contract/pupils/pupils.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** Fields of a list that fill no column of the pupil: they identify the child or lead to memberships and exits. */
const NOT_FILLED = ['pupil_number', 'schoolclass', 'schoolgrade', 'date_exit'] as const

export type PupilColumn = Exclude<(typeof IMPORT_PUPIL_FIELDS)[number], (typeof NOT_FILLED)[number]>

/** The only columns of a pupil that an import may fill. */
export const PUPIL_COLUMNS = IMPORT_PUPIL_FIELDS.filter(
  (field): field is PupilColumn => !(NOT_FILLED as readonly string[]).includes(field),
)

const TYPES: Partial<Record<PupilColumn, string>> = {
  birthdate: 'date',
  date_entry: 'date',
  first_enrolment_year: 'int',
  immigration_year: 'int',
}

/** These columns with their types, for a recordset from JSON. */
export const PUPIL_RECORD = PUPIL_COLUMNS.map((column) => `${column} ${TYPES[column] ?? 'text'}`).join(', ')

export interface KnownGuardian {
  pupil_id: number
  guardian_id: number
  position: number
  emergency_priority: number | null
  firstname: string
  lastname: string
  phone_home: string | null
  phone_mobile: string | null
  phone_work: string | null
  mail: string | null
}

type Texts = Record<
  Exclude<PupilColumn, 'gender' | 'status' | 'first_enrolment_year' | 'immigration_year'>,
  string | null
>

/** The membership of today, otherwise the next one, with the first day of the earliest one. */
export interface KnownMembership {
  membership_id: number | null
  schoolclass_id: number | null
  schoolgrade_id: number | null
  school_year_id: number | null
  grade: number | null
  membership_start: string | null
  membership_end: string | null
  first_start: string | null
}

export interface KnownPupil extends Texts, KnownMembership {
  id: number
  pupil_number: string
  version: number
  firstname: string
  lastname: string
  birthdate: string
  date_entry: string
  date_exit: string | null
  gender: Gender
  status: PupilStatus
  first_enrolment_year: number | null
  immigration_year: number | null
  guardians: KnownGuardian[]
}

interface Wanted {
  today: string
  /** Only pupils with one of these; missing: all pupils of the school. */
  birthdates?: readonly string[]
  numbers?: readonly string[]
}

/** Pupils on record with the data that an import compares, without the bin. */
export async function listKnownPupils(
  tx: SchoolTransaction,
  { today, birthdates, numbers = [] }: Wanted,
): Promise<KnownPupil[]> {
  const isAll = birthdates === undefined
  const wanted = sql`p.deleted_at is null and (${isAll} or p.birthdate = any(${[...(birthdates ?? [])]}::date[])
    or p.pupil_number = any(${[...numbers]}::text[]))`
  const columns = sql.join(PUPIL_COLUMNS.map((column) => sql.ref(`p.${column}`)))
  const { rows: pupils } = await sql<Omit<KnownPupil, 'guardians'>>`
    select p.id, p.pupil_number, p.version, p.date_exit, ${columns}, m.id as membership_id, m.schoolclass_id, m.schoolgrade_id, m.school_year_id, g.grade,
      m.date_start as membership_start, m.date_end as membership_end, f.first_start
    from pupil p
    left join lateral (select * from pupil_schoolclass m where m.school_id = p.school_id and m.pupil_id = p.id
      and (m.date_end is null or m.date_end >= ${today}::date) order by m.date_start limit 1) m on true
    left join lateral (select min(f.date_start) as first_start from pupil_schoolclass f
      where f.school_id = p.school_id and f.pupil_id = p.id) f on true
    left join schoolgrade g on g.school_id = m.school_id and g.id = m.schoolgrade_id
    where ${wanted} order by p.id`.execute(tx)
  const { rows: guardians } = await sql<KnownGuardian>`
    select pg.pupil_id, pg.guardian_id, pg.position, pg.emergency_priority, g.firstname, g.lastname,
      g.phone_home, g.phone_mobile, g.phone_work, g.mail
    from pupil p join pupil_guardian pg on pg.school_id = p.school_id and pg.pupil_id = p.id
    join guardian g on g.school_id = pg.school_id and g.id = pg.guardian_id
    where ${wanted} order by pg.position, pg.id`.execute(tx)
  const byPupil = Map.groupBy(guardians, ({ pupil_id }) => pupil_id)
  return pupils.map((pupil) => ({ ...pupil, guardians: byPupil.get(pupil.id) ?? [] }))
}

interface ClassRow {
  id: number
  description: string
  grade: number
  grade_to: number | null
}

/** Classes of a year with the grades that make their names. */
export async function listYearClasses(tx: SchoolTransaction, yearId: number) {
  const { rows } = await sql<ClassRow>`
    select c.id, c.description, g.grade, t.grade as grade_to from schoolclass c
    join schoolgrade g on g.school_id = c.school_id and g.id = c.schoolgrade_id
    left join schoolgrade t on t.school_id = c.school_id and t.id = c.schoolgrade_to_id
    where c.school_year_id = ${yearId}`.execute(tx)
  return rows
}
