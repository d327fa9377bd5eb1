import { type SqlBool, sql } from 'kysely'
import { hasLeft, LEFT_STATUSES, LISTED_STATUSES } from '#contract/pupils/pupils.ts'
import { SIBLING_HITS_MAX, type SiblingPupil } from '#contract/waitlists/waitlists.siblings.ts'
import { type SchoolTransaction, withSchools } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { listReachableSchools } from '#server/domains/account/account.schools.queries.ts'
import { visiblePupils, withClass } from '#server/domains/pupils/pupils.queries.ts'
import { CLASS_COLUMNS, toClassRef } from '#server/domains/schoolclasses/class-names.queries.ts'

/** Who asks, and on which day. */
export interface Reading {
  viewer: SchoolViewer
  /** The day in Berlin. */
  today: string
}

/**
 * This school first, then those of the same carrier; where the viewer works, with the
 * second factor that school asks for, children may be looked for (domain §4).
 */
export async function listSiblingSchools(tx: SchoolTransaction, viewer: SchoolViewer) {
  const reachable = await listReachableSchools(tx, viewer)
  const rows = await tx
    .selectFrom('school as s')
    .innerJoin('school as own', 'own.carrier_name', 's.carrier_name')
    .select(['s.id', 's.short', 's.name'])
    .where('own.id', '=', viewer.school_id)
    .orderBy((eb) => eb('s.id', '<>', viewer.school_id))
    .orderBy('s.short')
    .execute()
  return rows.map((row) => ({
    ...row,
    is_own: row.id === viewer.school_id,
    is_reachable: reachable.some(({ id }) => id === row.id),
  }))
}
export type SiblingSchool = Awaited<ReturnType<typeof listSiblingSchools>>[number]

/** Children of the bound school as the viewer may see them, each with its class of the day. */
const selectPupils = (tx: SchoolTransaction, { viewer, today }: Reading) =>
  withClass(visiblePupils(tx, viewer, today), today)
    .innerJoin('school as s', 's.id', 'p.school_id')
    .select(['p.id as pupil_id', 's.short as school_short', 'p.firstname', 'p.lastname', 'p.lastname_prefix'])
    .select(['p.birthdate', 'p.status'])
    .select(CLASS_COLUMNS)
type SelectedPupil = Awaited<ReturnType<ReturnType<typeof selectPupils>['execute']>>[number]

const toPupil = (row: SelectedPupil): SiblingPupil => ({
  pupil_id: row.pupil_id,
  school_short: row.school_short,
  firstname: row.firstname,
  lastname: row.lastname,
  lastname_prefix: row.lastname_prefix,
  birthdate: row.birthdate,
  schoolclass: toClassRef(row)?.classgradePlain ?? null,
})

/** Who attends the bound school and has all the folded words in the name; none without a word. */
export async function findSiblingPupils(tx: SchoolTransaction, words: readonly string[], reading: Reading) {
  if (words.length === 0) return []
  const rows = await selectPupils(tx, reading)
    .where('p.status', 'in', [...LISTED_STATUSES])
    .where(
      sql<SqlBool>`${sql.join(
        words.map((word) => sql`strpos(p.search_name, ${` ${word}`}) > 0`),
        sql` and `,
      )}`,
    )
    .orderBy('p.lastname')
    .orderBy('p.firstname')
    .orderBy('p.id')
    .limit(SIBLING_HITS_MAX)
    .execute()
  return rows.map(toPupil)
}

/** Whether a child attends the bound school and the viewer may see it. */
export async function isAttendingPupil(tx: SchoolTransaction, id: number, { viewer, today }: Reading) {
  const row = await visiblePupils(tx, viewer, today)
    .select('p.id')
    .where('p.id', '=', id)
    .where('p.status', 'in', [...LISTED_STATUSES])
    .executeTakeFirst()
  return row !== undefined
}

/** Children of the bound school by id; whom the viewer may not see is left out. */
export async function listSiblingPupils(tx: SchoolTransaction, ids: readonly number[], reading: Reading) {
  if (ids.length === 0) return []
  const rows = await selectPupils(tx, reading)
    .where((eb) => eb('p.id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
  return rows.map((row) => ({ ...toPupil(row), is_counted: !hasLeft(row) }))
}

/** Of these pupils of the bound school the ones that are still there; nothing but their ids. */
export const listStillThere = async (tx: SchoolTransaction, ids: readonly number[]) => {
  const rows = await tx
    .selectFrom('pupil')
    .select('id')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .where('deleted_at', 'is', null)
    .where('status', 'not in', [...LEFT_STATUSES])
    .execute()
  return rows.map(({ id }) => id)
}

/** Pupils whom staff linked to the applications as brothers and sisters, earliest first. */
export async function listLinkedSiblings(tx: SchoolTransaction, registrationIds: readonly number[], ownId: number) {
  const rows = await tx
    .selectFrom('registration_sibling as s')
    .leftJoin('app_user as u', 'u.id', 's.verified_by')
    .select(['s.id', 's.registration_id', 's.pupil_id', 's.partner_school_id', 's.partner_pupil_id'])
    .select(['u.name as verified_by', 's.created_at as verified_at'])
    .where((eb) => eb('s.registration_id', '=', eb.fn.any(eb.val([...registrationIds]))))
    .orderBy('s.id')
    .execute()
  return rows.map(({ pupil_id, partner_school_id, partner_pupil_id, ...row }) => ({
    ...row,
    school_id: partner_school_id ?? ownId,
    pupil_id: pupil_id ?? partner_pupil_id ?? 0,
  }))
}
type LinkedSibling = Awaited<ReturnType<typeof listLinkedSiblings>>[number]

/**
 * The linked siblings who are still at their school. At a partner school the viewer need not work: who linked the child
 * did, and all that comes back is that it has not left (domain §3.2).
 */
export async function findCountedSiblings(tx: SchoolTransaction, linked: readonly LinkedSibling[], ownId: number) {
  const bySchool = Map.groupBy(linked, ({ school_id }) => school_id)
  const asked = { own: ownId, schoolIds: [...bySchool.keys()] }
  const counted = await withSchools(tx, asked, async (inside, schoolId) => {
    const links = bySchool.get(schoolId) ?? []
    const there = new Set(
      await listStillThere(
        inside,
        links.map(({ pupil_id }) => pupil_id),
      ),
    )
    return links.filter(({ pupil_id }) => there.has(pupil_id))
  })
  return counted.flat()
}

interface NewSibling {
  school_id: number
  registration_id: number
  verified_by: number
  created_at: string
  /** The school of the pupil. */
  pupil_school_id: number
  pupil_id: number
}

/** Links a pupil to the application; undefined when it is linked already. */
export async function insertSibling(tx: SchoolTransaction, { pupil_school_id, pupil_id, ...sibling }: NewSibling) {
  const isOwn = pupil_school_id === sibling.school_id
  const link = isOwn ? { pupil_id } : { partner_school_id: pupil_school_id, partner_pupil_id: pupil_id }
  const row = await tx
    .insertInto('registration_sibling')
    .values({ ...sibling, updated_at: sibling.created_at, ...link })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Whether there was such a link at the application. */
export async function deleteSibling(tx: SchoolTransaction, registrationId: number, siblingId: number) {
  const { numDeletedRows } = await tx
    .deleteFrom('registration_sibling')
    .where('registration_id', '=', registrationId)
    .where('id', '=', siblingId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
