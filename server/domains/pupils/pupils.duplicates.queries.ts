import { birthdatesAlike, compareChildren } from '#contract/duplicates.ts'
import type { DuplicatePupil } from '#contract/registrations.transform.ts'
import type { SchoolTransaction } from '#server/db/in-school.ts'

interface Child {
  firstname: string
  lastname: string
  /** YYYY-MM-DD */
  birthdate: string
}

/** Pupils of the bound school who are or may be this child, whatever their status (domain §3.3). */
export async function listDuplicatePupils(tx: SchoolTransaction, child: Child) {
  const candidates: DuplicatePupil[] = await tx
    .selectFrom('pupil as p')
    .innerJoin('school as s', 's.id', 'p.school_id')
    .select(['p.id', 'p.firstname', 'p.lastname', 'p.birthdate', 'p.status', 's.short as school_short'])
    .where((eb) => eb('p.birthdate', '=', eb.fn.any(eb.val(birthdatesAlike(child.birthdate)))))
    .where('p.deleted_at', 'is', null)
    .orderBy('p.id')
    .execute()
  const found = Map.groupBy(candidates, (candidate) => compareChildren(child, candidate))
  return { exact: found.get('exact') ?? [], likely: found.get('likely') ?? [] }
}
