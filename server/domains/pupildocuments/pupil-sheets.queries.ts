import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { CLASS_COLUMNS, toClassRef } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { visiblePupils, withClass } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'

interface SheetQuery {
  ids: readonly number[]
  viewer: SchoolViewer
  today: string
}

/** The chosen pupils with the data that papers need, in the order of the choice. */
export async function listSheetPupils(tx: SchoolTransaction, { ids, viewer, today }: SheetQuery) {
  const rows = await withClass(visiblePupils(tx, viewer, today), today)
    .select(['p.id', 'p.firstname', 'p.lastname', 'p.lastname_prefix', 'p.status', 'p.date_exit'])
    .select(['p.street', 'p.house_number', 'p.address_extra', 'p.zip', 'p.city', 'p.country'])
    .select(CLASS_COLUMNS)
    .where((eb) => eb('p.id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
  const found = new Map(
    rows.map((row) => [row.id, { ...row, classgradePlain: toClassRef(row)?.classgradePlain ?? null }]),
  )
  return [...new Set(ids)].flatMap((id) => found.get(id) ?? [])
}
export type SheetPupil = Awaited<ReturnType<typeof listSheetPupils>>[number]

/** The parents' link of a pupil as papers show it. */
export interface SheetLink {
  pupil: SheetPupil
  address: string
  /** ISO 8601; null for the first link. */
  rotated_at: string | null
}

/** The people who get letters for these pupils, and their address if they do not live with the child. */
export const listLetterGuardians = (tx: SchoolTransaction, ids: readonly number[]) =>
  tx
    .selectFrom('pupil_guardian as pg')
    .innerJoin('guardian as g', (join) =>
      join.onRef('g.school_id', '=', 'pg.school_id').onRef('g.id', '=', 'pg.guardian_id'),
    )
    .select(['pg.pupil_id', 'pg.lives_with_pupil', 'pg.has_custody', 'g.id'])
    .select(['g.salutation', 'g.title', 'g.firstname', 'g.lastname'])
    .select(['g.mail', 'g.street', 'g.house_number', 'g.address_extra', 'g.zip', 'g.city', 'g.country'])
    .where((eb) => eb('pg.pupil_id', '=', eb.fn.any(eb.val([...ids]))))
    .where('pg.receives_letters', '=', true)
    .where('g.deleted_at', 'is', null)
    .orderBy('pg.position')
    .orderBy('g.id')
    .execute()
export type LetterGuardian = Awaited<ReturnType<typeof listLetterGuardians>>[number]
