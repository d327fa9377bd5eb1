import { type SqlBool, sql } from 'kysely'
import { LEFT_STATUSES, LISTED_STATUSES } from '#contract/pupils/pupils.ts'
import { SIBLING_HITS_MAX } from '#contract/waitlists/waitlists.siblings.ts'
import { type SchoolTransaction, withSchools } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { visiblePupils } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import {
  type listLinkedSiblings,
  selectPupils,
  toPupil,
} from '#server/domains/registrations/registrations.siblings.shared.queries.ts'

/** Pupils of the bound school whose name contains all the folded words; none without a word. */
export async function findSiblingPupils(tx: SchoolTransaction, words: readonly string[], reading: Reader) {
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
export async function isAttendingPupil(tx: SchoolTransaction, id: number, { viewer, today }: Reader) {
  const row = await visiblePupils(tx, viewer, today)
    .select('p.id')
    .where('p.id', '=', id)
    .where('p.status', 'in', [...LISTED_STATUSES])
    .executeTakeFirst()
  return row !== undefined
}

/** The ids of those of these pupils who are still at the bound school. */
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

type LinkedSibling = Awaited<ReturnType<typeof listLinkedSiblings>>[number]

/**
 * The linked siblings who are still at their school. The viewer need not work at the partner school: the user who
 * linked the child did, and the answer only says that it has not left (domain §3.2).
 */
export async function findCountedSiblings(tx: SchoolTransaction, linked: readonly LinkedSibling[], ownId: number) {
  const bySchool = Map.groupBy(linked, ({ school_id }) => school_id)
  const scope = { own: ownId, schoolIds: [...bySchool.keys()] }
  const counted = await withSchools(tx, scope, async (inside, schoolId) => {
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
  registration_id: number
  verified_by: number
  created_at: string
  /** The school of the pupil, if it is not this one. */
  partner_school_id: number | null
  pupil_id: number
}

/** Links a pupil to the application; undefined when it is linked already. */
export async function insertSibling(tx: SchoolTransaction, { partner_school_id, pupil_id, ...sibling }: NewSibling) {
  const link = partner_school_id === null ? { pupil_id } : { partner_school_id, partner_pupil_id: pupil_id }
  const row = await tx
    .insertInto('registration_sibling')
    .values({ ...sibling, updated_at: sibling.created_at, ...link })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Deletes a link; returns whether there was one. */
export async function deleteSibling(tx: SchoolTransaction, registrationId: number, siblingId: number) {
  const { numDeletedRows } = await tx
    .deleteFrom('registration_sibling')
    .where('registration_id', '=', registrationId)
    .where('id', '=', siblingId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
