import { hasLeft } from '#contract/pupils/pupils.ts'
import type { SiblingPupil } from '#contract/waitlists/waitlists.siblings.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader, SchoolViewer } from '#server/db/viewer.ts'
import { listReachableSchools } from '#server/domains/account/account.shared.queries.ts'
import { CLASS_COLUMNS, toClassRef } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { visiblePupils, withClass } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'

/**
 * This school first, then those of the same carrier. Children may be searched where the viewer works and has the second
 * factor that the school requires (domain §4).
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

/** Children of the bound school that the viewer may see, each with its class of the day. */
export const selectPupils = (tx: SchoolTransaction, { viewer, today }: Reader) =>
  withClass(visiblePupils(tx, viewer, today), today)
    .innerJoin('school as s', 's.id', 'p.school_id')
    .select(['p.id as pupil_id', 's.short as school_short', 'p.firstname', 'p.lastname', 'p.lastname_prefix'])
    .select(['p.birthdate', 'p.status'])
    .select(CLASS_COLUMNS)
type SelectedPupil = Awaited<ReturnType<ReturnType<typeof selectPupils>['execute']>>[number]

export const toPupil = (row: SelectedPupil): SiblingPupil => ({
  pupil_id: row.pupil_id,
  school_short: row.school_short,
  firstname: row.firstname,
  lastname: row.lastname,
  lastname_prefix: row.lastname_prefix,
  birthdate: row.birthdate,
  schoolclass: toClassRef(row)?.classgradePlain ?? null,
})

/** Children of the bound school by id, without those the viewer may not see. */
export async function listSiblingPupils(tx: SchoolTransaction, ids: readonly number[], reading: Reader) {
  if (ids.length === 0) return []
  const rows = await selectPupils(tx, reading)
    .where((eb) => eb('p.id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
  return rows.map((row) => ({ ...toPupil(row), is_counted: !hasLeft(row) }))
}

/** Pupils whom staff linked to the applications as siblings, earliest first. */
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
