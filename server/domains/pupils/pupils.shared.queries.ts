import { type Selectable, sql, type Updateable } from 'kysely'
import { BIN_DAYS } from '#contract/bin.ts'
import { addDays } from '#contract/dates.ts'
import { LEFT_STATUSES } from '#contract/pupils/pupils.ts'
import { birthdatesAlike, compareChildren } from '#contract/registrations/duplicates.ts'
import type { DuplicatePupil } from '#contract/registrations/registrations.transform.ts'
import type { Pupil } from '#server/db/schema.generated.ts'
import { type SchoolTransaction, withSchools } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { listReachableSchools } from '#server/domains/account/account.shared.queries.ts'
import { listContactPersons } from '#server/domains/families/families.shared.queries.ts'
import {
  CLASS_COLUMNS,
  classNames,
  toClassRef,
} from '#server/domains/memberships/memberships.classes.shared.queries.ts'

interface Child {
  firstname: string
  lastname: string
  /** YYYY-MM-DD */
  birthdate: string
}

/**
 * Pupils of the bound school who are or may be this child, in any status (domain §3.3); optionally without those whose
 * exit is entered.
 */
export async function listDuplicatePupils(tx: SchoolTransaction, child: Child, isStaying = false) {
  const candidates: DuplicatePupil[] = await tx
    .selectFrom('pupil as p')
    .innerJoin('school as s', 's.id', 'p.school_id')
    .select(['p.id', 'p.firstname', 'p.lastname', 'p.birthdate', 'p.status', 's.short as school_short'])
    .where((eb) => eb('p.birthdate', '=', eb.fn.any(eb.val(birthdatesAlike(child.birthdate)))))
    .where('p.deleted_at', 'is', null)
    .$if(isStaying, (query) => query.where('p.date_exit', 'is', null))
    .orderBy('p.id')
    .execute()
  const found = Map.groupBy(candidates, (candidate) => compareChildren(child, candidate))
  return { exact: found.get('exact') ?? [], likely: found.get('likely') ?? [] }
}

/**
 * The same at this school and the others that the viewer can reach. A role is valid at all of them, and with it the
 * right to see pupils (domain §3.3, §4); the caller's endpoint requires that right.
 */
export async function listDuplicatesEverywhere(tx: SchoolTransaction, child: Child, viewer: SchoolViewer) {
  const schools = await listReachableSchools(tx, viewer)
  const scope = { own: viewer.school_id, schoolIds: schools.map(({ id }) => id) }
  const [own = { exact: [], likely: [] }, ...elsewhere] = await withSchools(tx, scope, (inside) =>
    listDuplicatePupils(inside, child),
  )
  return {
    exact: [own, ...elsewhere].flatMap(({ exact }) => exact),
    likely: [own, ...elsewhere].flatMap(({ likely }) => likely),
    /** The matches in this school. */
    ownIds: [...own.exact, ...own.likely].map(({ id }) => id),
  }
}

const listGuardians = (tx: SchoolTransaction, pupilId: number) =>
  tx
    .selectFrom('pupil_guardian as pg')
    .innerJoin('guardian as g', (join) =>
      join.onRef('g.school_id', '=', 'pg.school_id').onRef('g.id', '=', 'pg.guardian_id'),
    )
    .selectAll('g')
    .select(['pg.relationship', 'pg.has_custody', 'pg.lives_with_pupil', 'pg.receives_letters'])
    .select(['pg.receives_sicknote_mail', 'pg.may_pickup', 'pg.emergency_priority'])
    .where('pg.pupil_id', '=', pupilId)
    .where('g.deleted_at', 'is', null)
    .orderBy('pg.position')
    .orderBy('g.id')
    .execute()

/** Grade and class on the last day at the school, or the last ones before it. */
const findLastMembership = (tx: SchoolTransaction, { id, day }: { id: number; day: string }) =>
  tx
    .selectFrom('pupil_schoolclass as m')
    .innerJoin('schoolgrade as g', (join) =>
      join.onRef('g.school_id', '=', 'm.school_id').onRef('g.id', '=', 'm.schoolgrade_id'),
    )
    .leftJoin(classNames().as('c'), (join) =>
      join.onRef('c.school_id', '=', 'm.school_id').onRef('c.id', '=', 'm.schoolclass_id'),
    )
    .select('g.grade')
    .select(CLASS_COLUMNS)
    .where('m.pupil_id', '=', id)
    .where('m.date_start', '<=', day)
    .orderBy('m.date_start', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Fields that an application does not ask and that the next school takes over; neither class D nor notes (ADR 0025).
 */
const CARRIED_KEYS = [
  'lastname_prefix',
  'firstnames_all',
  'birthname',
  'birthplace',
  'birth_country',
  'nationalities',
  'immigration_year',
  'family_language',
  'first_enrolment_year',
  'enrolment_kind',
  'foreign_languages',
  'swim_level',
] as const satisfies readonly (keyof Pupil)[]
type Carried = Pick<Selectable<Pupil>, (typeof CARRIED_KEYS)[number]>

/** The fields to take over, as a new row needs them. */
const carriedOf = (pupil: Carried) => ({
  ...(Object.fromEntries(CARRIED_KEYS.map((key) => [key, pupil[key]])) as Carried),
  foreign_languages: JSON.stringify(pupil.foreign_languages),
})

/**
 * The data another school may get about a pupil who moves there, on the last day (YYYY-MM-DD): master data, guardians,
 * people to call. Neither class D nor notes nor sick notes; undefined when the pupil is unknown or in the bin.
 */
export async function findTransferRecord(tx: SchoolTransaction, { id, day }: { id: number; day: string }) {
  const pupil = await tx
    .selectFrom('pupil')
    .select(['id', 'firstname', 'lastname', 'birthdate', 'status', 'date_entry', 'date_exit', 'exit_reason'])
    .select(['next_school', 'address_extra', 'country', 'phone', 'mail'])
    .select(CARRIED_KEYS)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!pupil) return undefined
  const last = await findLastMembership(tx, { id, day })
  const persons = await listContactPersons(tx, id)
  return {
    pupil,
    carried: carriedOf(pupil),
    grade: last?.grade ?? null,
    schoolclass: last ? (toClassRef(last)?.classgradePlain ?? null) : null,
    guardians: await listGuardians(tx, id),
    contactPersons: persons.filter(({ valid_until }) => valid_until === null || valid_until > day),
  }
}
export type TransferRecord = NonNullable<Awaited<ReturnType<typeof findTransferRecord>>>

/** Makes pupils active from their day of entry on (domain §3.4). */
export const startPupilsOfDay = async (tx: SchoolTransaction, today: string) => {
  await tx
    .updateTable('pupil')
    .set({ status: 'active' })
    .where('status', '=', 'upcoming')
    .where('date_entry', '<=', today)
    .where((eb) => eb.or([eb('date_exit', 'is', null), eb('date_exit', '>=', today)]))
    .where('deleted_at', 'is', null)
    .execute()
}

/** For this many days an exit that is taken back also restores the old parents' link. */
const LINK_KEPT_DAYS = BIN_DAYS

/**
 * From the day after their exit, pupils have left or graduated, belong to no class, and their parents' links stop
 * working (domain §4, security §7). The links are deleted once nobody is likely to take the exit back.
 */
export async function endPupilsAfterExit(tx: SchoolTransaction, today: string) {
  await sql`select revoke_pupil_links(array(select id from pupil where date_exit < ${addDays(today, -LINK_KEPT_DAYS)}::date))`.execute(
    tx,
  )
  await tx
    .updateTable('pupil')
    .set({ status: sql<string>`case when exit_reason = 'graduated' then 'graduated' else 'left' end` })
    .where('status', 'not in', LEFT_STATUSES)
    .where('date_exit', '<', today)
    .where('deleted_at', 'is', null)
    .execute()
  // A membership that would begin after the exit is deleted.
  await sql`delete from pupil_schoolclass m using pupil p
    where p.school_id = m.school_id and p.id = m.pupil_id and p.deleted_at is null
      and p.date_exit < ${today}::date and m.date_start > p.date_exit`.execute(tx)
  await sql`update pupil_schoolclass m set date_end = p.date_exit, updated_at = now() from pupil p
    where p.school_id = m.school_id and p.id = m.pupil_id and p.deleted_at is null
      and p.date_exit < ${today}::date and m.date_start <= p.date_exit and (m.date_end is null or m.date_end > p.date_exit)`.execute(
    tx,
  )
}

/**
 * Replaces the many entries of changed counts by one number for each status, which is also correct if a change was
 * missed.
 */
export const recountPupils = async (tx: SchoolTransaction) => {
  await sql`select count_pupils_anew()`.execute(tx)
}

/**
 * Locks a pupil until the transaction ends, so that two changes happen one after the other; finds pupils in the bin,
 * too.
 */
export const lockPupil = (tx: SchoolTransaction, id: number) =>
  tx.selectFrom('pupil').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export const updatePupil = (tx: SchoolTransaction, id: number, change: Updateable<Pupil>) =>
  tx.updateTable('pupil').set(change).where('id', '=', id).execute()

/** Pupils who came into the bin before this time and are not on hold, locked. */
export async function lockBinnedPupils(tx: SchoolTransaction, before: string) {
  const rows = await tx
    .selectFrom('pupil as p')
    .select('p.id')
    .where('p.deleted_at', '<=', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('retention_hold as h')
            .select('h.id')
            .whereRef('h.school_id', '=', 'p.school_id')
            .whereRef('h.pupil_id', '=', 'p.id'),
        ),
      ),
    )
    .orderBy('p.id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}
