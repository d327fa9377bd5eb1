import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { informsParents, ofAgeSince } from '#server/domains/families/families.informed.shared.queries.ts'
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

interface LetterQuery {
  ids: readonly number[]
  today: string
  /** The letters contain the parents' link. */
  isLink: boolean
}

/** A blocking note forbids letters to somebody without custody, whatever was ticked; the head writes such a letter. */
const isNotBlocked = (today: string) =>
  sql<boolean>`(pg.has_custody or not exists (select from pupil_sensitive d where d.school_id = pg.school_id
    and d.pupil_id = pg.pupil_id and d.kind = 'blocking_note' and (d.valid_until is null or d.valid_until >= ${today}::date)))`

/**
 * The guardians who get letters for these pupils, and their address if they do not live with the child. The parents'
 * link goes to people with custody alone.
 */
const listInformed = (tx: SchoolTransaction, { ids, today, isLink }: LetterQuery) =>
  tx
    .selectFrom('pupil_guardian as pg')
    .innerJoin('pupil as p', (join) => join.onRef('p.school_id', '=', 'pg.school_id').onRef('p.id', '=', 'pg.pupil_id'))
    .innerJoin('guardian as g', (join) =>
      join.onRef('g.school_id', '=', 'pg.school_id').onRef('g.id', '=', 'pg.guardian_id'),
    )
    .select(['pg.pupil_id', 'pg.lives_with_pupil', 'pg.has_custody', 'g.id', sql<boolean>`false`.as('is_pupil')])
    .select(['g.salutation', 'g.title', 'g.firstname', 'g.lastname'])
    .select(['g.mail', 'g.street', 'g.house_number', 'g.address_extra', 'g.zip', 'g.city', 'g.country'])
    .where((eb) => eb('pg.pupil_id', '=', eb.fn.any(eb.val([...ids]))))
    .where('pg.receives_letters', '=', true)
    .where('g.deleted_at', 'is', null)
    .where(informsParents(ofAgeSince(today)))
    .where(isLink ? sql<boolean>`pg.has_custody` : isNotBlocked(today))
    .orderBy('pg.position')
    .orderBy('g.id')
    .execute()
export type LetterGuardian = Awaited<ReturnType<typeof listInformed>>[number]

/** From the 18th birthday on letters go to the pupil, unless the pupil wants the parents to get them (domain §5.5). */
async function listAdults(tx: SchoolTransaction, { ids, today }: LetterQuery): Promise<LetterGuardian[]> {
  const rows = await tx
    .selectFrom('pupil as p')
    .select(['p.id', 'p.firstname', 'p.lastname', 'p.lastname_prefix', 'p.mail'])
    .select(['p.street', 'p.house_number', 'p.address_extra', 'p.zip', 'p.city', 'p.country'])
    .where((eb) => eb('p.id', '=', eb.fn.any(eb.val([...ids]))))
    .where(sql<boolean>`not ${informsParents(ofAgeSince(today))}`)
    .execute()
  return rows.map(({ lastname_prefix, ...row }) => ({
    ...row,
    lastname: [lastname_prefix, row.lastname].filter(Boolean).join(' '),
    pupil_id: row.id,
    is_pupil: true,
    has_custody: true,
    lives_with_pupil: true,
    salutation: 'none',
    title: null,
  }))
}

/** Everybody who gets letters for these pupils: guardians, or pupils of age themselves. */
export const listLetterGuardians = async (tx: SchoolTransaction, query: LetterQuery) => [
  ...(await listInformed(tx, query)),
  ...(await listAdults(tx, query)),
]
