import { sql } from 'kysely'
import { fullName } from '#contract/person-names.ts'
import { hasLeft, PUPIL_STATUSES } from '#contract/pupils/pupils.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { CLASS_ORDER_COLUMNS, classNames } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import type { listSchoolyears } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'

const STAYING_STATUSES = PUPIL_STATUSES.filter((status) => !hasLeft({ status }))

export type Year = Awaited<ReturnType<typeof listSchoolyears>>[number]

/** The two years of a change. */
export interface YearPair {
  from: Year
  to: Year
}

/** From here on PostgreSQL refuses every write in the transaction: a rehearsal changes nothing. */
export const forbidWrites = (tx: SchoolTransaction) => sql`set transaction read only`.execute(tx)

/** The year that follows: the first one that begins after the end of the other. */
export const followingYear = (years: readonly Year[], { date_end }: Year) =>
  years.find(({ date_start }) => date_start > date_end)

/** Grades by number. `next`: the following grade, null in the leaving grade. */
export async function listGradeSteps(tx: SchoolTransaction) {
  const rows = await tx
    .selectFrom('schoolgrade as g')
    .leftJoin('schoolgrade as n', (join) =>
      join.onRef('n.school_id', '=', 'g.school_id').onRef('n.id', '=', 'g.next_schoolgrade_id'),
    )
    .select(['g.id', 'g.grade', 'n.grade as next', 'n.active as next_is_active'])
    .orderBy('g.grade')
    .execute()
  return rows
}
export type GradeStep = Awaited<ReturnType<typeof listGradeSteps>>[number]

/** The classes of a year in their fixed order. */
export async function listYearClasses(tx: SchoolTransaction, yearId: number) {
  const rows = await tx
    .selectFrom(classNames().as('c'))
    .select(['c.id', 'c.description', 'c.class_grade', 'c.grade_to', 'c.room', 'c.capacity'])
    .select('c.previous_schoolclass_id')
    .where('c.school_year_id', '=', yearId)
    .orderBy(sql.join(CLASS_ORDER_COLUMNS))
    .execute()
  return rows.flatMap(({ class_grade: grade, ...row }) => (grade === null ? [] : [{ ...row, grade }]))
}
export type YearClass = Awaited<ReturnType<typeof listYearClasses>>[number]

/** The last membership of each pupil in the year, without the bin; `m` is the membership, `p` the pupil. */
const lastMemberships = (tx: SchoolTransaction, yearId: number) =>
  tx
    .selectFrom(
      tx
        .selectFrom('pupil_schoolclass')
        .distinctOn('pupil_id')
        .select(['school_id', 'pupil_id', 'schoolclass_id', 'schoolgrade_id'])
        .where('school_year_id', '=', yearId)
        .orderBy('pupil_id')
        .orderBy('date_start', 'desc')
        .as('m'),
    )
    .innerJoin('pupil as p', (join) => join.onRef('p.school_id', '=', 'm.school_id').onRef('p.id', '=', 'm.pupil_id'))
    .where('p.deleted_at', 'is', null)

/** Pupils who already have a seat after the old year: nothing is left to decide, and two memberships would overlap. */
const placedPupils = (tx: SchoolTransaction, { from, to }: { from: Year; to: Year | undefined }) =>
  tx
    .selectFrom('pupil_schoolclass')
    .select('pupil_id')
    .where((eb) => eb.or([eb('date_start', '>', from.date_end), ...(to ? [eb('school_year_id', '=', to.id)] : [])]))

/**
 * Domain §3.4: the pupils of the old year by id, including those who have left since. `placed_…`: their seat in the new
 * one.
 */
export async function listMembers(tx: SchoolTransaction, { from, to }: YearPair) {
  const rows = await lastMemberships(tx, from.id)
    .innerJoin('schoolgrade as g', (join) =>
      join.onRef('g.school_id', '=', 'm.school_id').onRef('g.id', '=', 'm.schoolgrade_id'),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('pupil_schoolclass as n')
          .select(['n.schoolclass_id', 'n.schoolgrade_id'])
          .whereRef('n.school_id', '=', 'p.school_id')
          .whereRef('n.pupil_id', '=', 'p.id')
          .where((on) => on.or([on('n.school_year_id', '=', to.id), on('n.date_start', '>', from.date_end)]))
          .orderBy('n.date_start')
          .limit(1)
          .as('n'),
      (join) => join.onTrue(),
    )
    .leftJoin('schoolgrade as ng', (join) =>
      join.onRef('ng.school_id', '=', 'm.school_id').onRef('ng.id', '=', 'n.schoolgrade_id'),
    )
    .select(['p.id as pupil_id', 'p.status', 'p.date_exit', 'p.exit_reason', 'p.next_school'])
    .select(['m.schoolclass_id', 'g.grade'])
    .select(['ng.grade as placed_grade', 'n.schoolclass_id as placed_schoolclass_id'])
    .orderBy('p.id')
    .execute()
  return rows
}
export type Member = Awaited<ReturnType<typeof listMembers>>[number]

/**
 * The pupils of a year, without the bin: a semi-join, which PostgreSQL counts many times faster than the last
 * memberships.
 */
const pupilsOf = (tx: SchoolTransaction, yearId: number) =>
  tx
    .selectFrom('pupil as p')
    .where('p.deleted_at', 'is', null)
    .where('p.id', 'in', tx.selectFrom('pupil_schoolclass').select('pupil_id').where('school_year_id', '=', yearId))
    .select(({ fn }) => fn.countAll<number>().as('count'))

/**
 * Pupils of the old year without a decision. The statuses are a list of those that count: for `not in (…)` PostgreSQL
 * expects no pupil at all and looks each one up separately (23 instead of 3 ms of 10,000).
 */
export async function countPending(tx: SchoolTransaction, years: { from: Year; to: Year | undefined }) {
  const { count } = await pupilsOf(tx, years.from.id)
    .where((eb) => eb('p.status', '=', eb.fn.any(eb.val([...STAYING_STATUSES]))))
    .where((eb) =>
      eb.or([
        eb('p.date_exit', 'is', null),
        years.to ? eb('p.date_exit', '>=', years.to.date_start) : eb('p.date_exit', '>', years.from.date_end),
      ]),
    )
    .where('p.id', 'not in', placedPupils(tx, years))
    .executeTakeFirstOrThrow()
  return count
}

/** Pupils with a seat in the year. */
export async function countPlaced(tx: SchoolTransaction, yearId: number) {
  const { count } = await pupilsOf(tx, yearId).executeTakeFirstOrThrow()
  return count
}

/** How many pupils are in each class on the day or later. */
export async function countInClasses(tx: SchoolTransaction, { yearId, day }: { yearId: number; day: string }) {
  const rows = await tx
    .selectFrom('pupil_schoolclass as m')
    .innerJoin('pupil as p', (join) => join.onRef('p.school_id', '=', 'm.school_id').onRef('p.id', '=', 'm.pupil_id'))
    .select(['m.schoolclass_id', ({ fn }) => fn.count<number>('m.pupil_id').distinct().as('count')])
    .where('m.school_year_id', '=', yearId)
    .where('p.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('m.date_end', 'is', null), eb('m.date_end', '>=', day)]))
    .groupBy('m.schoolclass_id')
    .execute()
  return new Map(rows.map(({ schoolclass_id, count }) => [schoolclass_id, count]))
}

/** The people who lead classes or are assigned to them, in their order. */
const functions = (tx: SchoolTransaction, yearId: number) =>
  tx
    .selectFrom('schoolclass_employee as f')
    .innerJoin('schoolclass as c', (join) =>
      join.onRef('c.school_id', '=', 'f.school_id').onRef('c.id', '=', 'f.schoolclass_id'),
    )
    .innerJoin('employee as e', (join) =>
      join.onRef('e.school_id', '=', 'f.school_id').onRef('e.id', '=', 'f.employee_id'),
    )
    .select(['f.schoolclass_id', 'f.employee_id', 'f.function', 'f.position'])
    .where('c.school_year_id', '=', yearId)
    .orderBy('f.function', 'desc')
    .orderBy('f.position')
    .orderBy('f.employee_id')

/** Functions on the last day of the old year, of people who still work here when the new one begins. */
export const listFunctionsToCopy = (tx: SchoolTransaction, { from, to }: YearPair) =>
  functions(tx, from.id)
    .where('f.date_start', '<=', from.date_end)
    .where((eb) => eb.or([eb('f.date_end', 'is', null), eb('f.date_end', '>=', from.date_end)]))
    .where('e.deleted_at', 'is', null)
    .where('e.active', '=', true)
    .where((eb) => eb.or([eb('e.date_exit', 'is', null), eb('e.date_exit', '>=', to.date_start)]))
    .execute()

/**
 * Functions of the new year that are valid at its beginning or later: such a class takes none over from the year
 * before.
 */
export const listFunctionsThere = (tx: SchoolTransaction, { to }: YearPair) =>
  functions(tx, to.id)
    .where((eb) => eb.or([eb('f.date_end', 'is', null), eb('f.date_end', '>=', to.date_start)]))
    .execute()
export type ClassTeacher = Awaited<ReturnType<typeof listFunctionsThere>>[number]

/** Names of pupils and their next schools; pupils in the bin or deleted for good are missing. */
export async function listPupilNames(tx: SchoolTransaction, ids: number[]) {
  const rows = await tx
    .selectFrom('pupil')
    .select(['id', 'lastname', 'lastname_prefix', 'firstname', 'birthdate', 'next_school'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Names of employees, including those in the bin. */
export async function listEmployeeNames(tx: SchoolTransaction, ids: number[]) {
  const rows = await tx
    .selectFrom('employee')
    .select(['id', 'firstname', 'lastname'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  return new Map(rows.map((row) => [row.id, fullName(row)]))
}
