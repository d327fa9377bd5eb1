import { sql } from 'kysely'
import type { Gender } from '#contract/genders.ts'
import type { Permission } from '#contract/permissions.ts'
import type { PupilStatus } from '#contract/pupils/pupils.ts'
import { compiledOnce } from '#server/db/compiled-once.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { informsGuardian, ofAgeSince } from '#server/domains/families/families.informed.shared.queries.ts'
import { CLASS_COLUMNS, toClassName } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { visiblePupils, withClass } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import type { ExportedGuardian, ExportedPupil } from './exported-pupil.ts'

/** The day for which grade and class are read. */
interface DayReader extends Reader {
  day: string
}

/** The number of rows of one query; other requests are answered between two queries. */
const AT_ONCE = 1000

/** PostgreSQL's own notation of an array: pg would check each number for characters to escape. */
const slices = (ids: readonly number[]) =>
  Array.from(
    { length: Math.ceil(ids.length / AT_ONCE) },
    (_, index) => `{${ids.slice(index * AT_ONCE, (index + 1) * AT_ONCE).join(',')}}`,
  )

/** Yields the rows of one slice of ids after the other; PostgreSQL already reads the next slice meanwhile. */
async function* askedAhead<R>(ids: readonly number[], ask: (slice: string) => Promise<R[]>) {
  const [first, ...others] = slices(ids)
  if (first === undefined) return
  let asked = ask(first)
  for (const slice of others) {
    const next = ask(slice)
    next.catch(() => {}) // the awaited query fails first and says why
    yield await asked
    asked = next
  }
  yield await asked
}

interface SliceValues {
  slice: string
  user_id: number
  today: string
  day: string
}

const selectPupils = compiledOnce((tx: SchoolTransaction, permissions: readonly Permission[], values: SliceValues) =>
  withClass(visiblePupils(tx, { user_id: values.user_id, permissions }, values.today), values.day)
    .where(sql<boolean>`p.id = any(${values.slice}::bigint[])`)
    .select(['p.id', 'p.pupil_number', 'p.lastname', 'p.lastname_prefix', 'p.firstname', 'p.firstnames_all'])
    .select(['p.birthname', 'p.birthplace', 'p.address_extra'])
    .select(['p.gender', 'p.birthdate', 'p.status', 'p.date_entry', 'p.date_exit', 'p.first_enrolment_year'])
    .select(['p.street', 'p.house_number', 'p.zip', 'p.city', 'p.phone', 'p.mail', 'g.grade', 'c.school_year_id'])
    .select(CLASS_COLUMNS)
    .$narrowType<{ gender: Gender; status: PupilStatus }>(),
)
type Row = Awaited<ReturnType<typeof selectPupils>>[number]

const toClass = (row: Row) => {
  const named = toClassName(row)
  if (!named || row.school_year_id === null) return null
  const { id, classgradePlain: name } = named
  return { id, name, grade: named.schoolgrade.grade, grade_to: row.grade_to, school_year_id: row.school_year_id }
}

/** The visible ones among these pupils, unordered, with class and grade of the day or of the pupil's first day. */
export async function listExportedPupils(tx: SchoolTransaction, ids: readonly number[], reader: DayReader) {
  const { viewer, today, day } = reader
  const pupils: ExportedPupil[] = []
  const classes = new Map<number | null, ExportedPupil['schoolclass']>([[null, null]])
  const classOf = (row: Row) => {
    const known = classes.get(row.schoolclass_id)
    if (known !== undefined) return known
    const schoolclass = toClass(row)
    classes.set(row.schoolclass_id, schoolclass)
    return schoolclass
  }
  const ask = (slice: string) => selectPupils(tx, viewer.permissions, { slice, today, day, user_id: viewer.user_id })
  for await (const rows of askedAhead(ids, ask)) {
    // The rows themselves are changed, because copying 20,000 of them takes longer than reading them.
    for (const row of rows) pupils.push(Object.assign(row, { schoolclass: classOf(row), guardians: [], listed: {} }))
  }
  return pupils
}

const selectInformed = compiledOnce((tx: SchoolTransaction, _shape: null, values: { slice: string; since: string }) =>
  tx
    .selectFrom('pupil_guardian as pg')
    .innerJoin('pupil as p', (join) => join.onRef('p.school_id', '=', 'pg.school_id').onRef('p.id', '=', 'pg.pupil_id'))
    .innerJoin('guardian as g', (join) =>
      join.onRef('g.school_id', '=', 'pg.school_id').onRef('g.id', '=', 'pg.guardian_id'),
    )
    .select(['pg.pupil_id', 'g.salutation', 'g.title', 'g.firstname', 'g.lastname', 'pg.relationship'])
    .select(['pg.lives_with_pupil', 'pg.receives_letters', 'g.street', 'g.house_number', 'g.zip', 'g.city'])
    .select(['g.phone_home', 'g.phone_mobile', 'g.phone_work', 'g.mail'])
    .where(sql<boolean>`pg.pupil_id = any(${values.slice}::bigint[])`)
    .where(informsGuardian(values.since))
    .where('g.deleted_at', 'is', null)
    .orderBy('pg.position')
    .orderBy('g.id'),
)

/** The people who are informed of these pupils, as far as the viewer may see the pupils, in the order of the record. */
export async function listCustodians(tx: SchoolTransaction, pupilIds: readonly number[], today: string) {
  const since = ofAgeSince(today)
  const byPupil = new Map<number, ExportedGuardian[]>()
  for await (const rows of askedAhead(pupilIds, (slice) => selectInformed(tx, null, { slice, since }))) {
    for (const row of rows) {
      const known = byPupil.get(row.pupil_id)
      if (known) known.push(row)
      else byPupil.set(row.pupil_id, [row])
    }
  }
  return byPupil
}

/**
 * The people who lead the classes or are assigned to them, today or on the first day of their year: leaders first, in
 * their order.
 */
export const listClassStaff = (tx: SchoolTransaction, classIds: readonly number[], today: string) => {
  const day = sql<string>`greatest(y.date_start, ${today}::date)`
  return tx
    .selectFrom('schoolclass_employee as f')
    .innerJoin('employee as e', (join) =>
      join.onRef('e.school_id', '=', 'f.school_id').onRef('e.id', '=', 'f.employee_id'),
    )
    .innerJoin('schoolclass as s', (join) =>
      join.onRef('s.school_id', '=', 'f.school_id').onRef('s.id', '=', 'f.schoolclass_id'),
    )
    .innerJoin('schoolyear as y', (join) =>
      join.onRef('y.school_id', '=', 's.school_id').onRef('y.id', '=', 's.school_year_id'),
    )
    .select(['f.schoolclass_id', 'f.function', 'e.id', 'e.firstname', 'e.lastname', 'e.short_name', 'e.mail'])
    .select('e.employee_type')
    .where((eb) => eb('f.schoolclass_id', '=', eb.fn.any(eb.val([...classIds]))))
    .where('f.date_start', '<=', day)
    .where((eb) => eb.or([eb('f.date_end', 'is', null), eb('f.date_end', '>=', day)]))
    .where('e.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('e.date_exit', 'is', null), eb('e.date_exit', '>=', day)]))
    .orderBy('f.schoolclass_id')
    .orderBy('f.function', 'desc')
    .orderBy('f.position')
    .orderBy('e.lastname')
    .orderBy('e.id')
    .execute()
}
export type ClassStaff = Awaited<ReturnType<typeof listClassStaff>>[number]

interface Claim {
  name_hash: Buffer
  pupil_number: string
}

/** Returns the owner of each name, by its hash in hex. A new name goes to the first pupil who asks for it. */
export async function claimNames(tx: SchoolTransaction, claims: readonly Claim[]) {
  const hashes = claims.map(({ name_hash }) => name_hash)
  const numbers = claims.map(({ pupil_number }) => pupil_number)
  await sql`insert into moodle_name (name_hash, pupil_number)
    select c.name_hash, c.pupil_number
    from unnest(${hashes}::bytea[], ${numbers}::text[]) with ordinality as c (name_hash, pupil_number, place) order by c.place
    on conflict do nothing`.execute(tx)
  const owned = await tx
    .selectFrom('moodle_name')
    .select(['name_hash', 'pupil_number'])
    .where((eb) => eb('name_hash', '=', eb.fn.any(eb.val(hashes))))
    .execute()
  return new Map(owned.map(({ name_hash, pupil_number }) => [name_hash.toString('hex'), pupil_number]))
}
