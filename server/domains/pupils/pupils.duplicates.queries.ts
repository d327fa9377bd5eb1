import { birthdatesAlike, compareChildren } from '#contract/registrations/duplicates.ts'
import type { DuplicatePupil } from '#contract/registrations/registrations.transform.ts'
import { type SchoolTransaction, withSchools } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { listReachableSchools } from '#server/domains/account/account.schools.queries.ts'

interface Child {
  firstname: string
  lastname: string
  /** YYYY-MM-DD */
  birthdate: string
}

/**
 * Pupils of the bound school who are or may be this child, whatever their status (domain §3.3); on demand without those
 * whose exit is entered.
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
 * The same at this school and at the others the viewer reaches; a role holds at all of them, and with it the right to
 * see pupils (domain §3.3, §4). The caller's endpoint asks for it.
 */
export async function listDuplicatesEverywhere(tx: SchoolTransaction, child: Child, viewer: SchoolViewer) {
  const schools = await listReachableSchools(tx, viewer)
  const asked = { own: viewer.school_id, schoolIds: schools.map(({ id }) => id) }
  const [own = { exact: [], likely: [] }, ...elsewhere] = await withSchools(tx, asked, (inside) =>
    listDuplicatePupils(inside, child),
  )
  return {
    exact: [own, ...elsewhere].flatMap(({ exact }) => exact),
    likely: [own, ...elsewhere].flatMap(({ likely }) => likely),
    /** Those of this school. */
    ownIds: [...own.exact, ...own.likely].map(({ id }) => id),
  }
}
