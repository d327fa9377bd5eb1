import { birthdatesAlike, compareChildren } from '#contract/duplicates.ts'
import type { SchoolTransaction } from '#server/db/in-school.ts'

interface Child {
  id: number
  school_year_id: number
  child_firstname: string
  child_lastname: string
  child_birthdate: string
}

const isSameChild = (a: Child, b: Child) =>
  a.id !== b.id &&
  compareChildren(
    { firstname: a.child_firstname, lastname: a.child_lastname, birthdate: a.child_birthdate },
    { firstname: b.child_firstname, lastname: b.child_lastname, birthdate: b.child_birthdate },
  ) !== null

/** Applications that count, of children who may be one of these by their birth date. */
const listCandidates = (tx: SchoolTransaction, birthdates: readonly string[]) => {
  const alike = [...new Set(birthdates.flatMap(birthdatesAlike))]
  return tx
    .selectFrom('registration as r')
    .innerJoin('schoolyear as y', (join) =>
      join.onRef('y.school_id', '=', 'r.school_id').onRef('y.id', '=', 'r.school_year_id'),
    )
    .select(['r.id', 'r.number', 'r.status', 'r.school_year_id', 'y.name as school_year', 'r.created_at'])
    .select(['r.child_firstname', 'r.child_lastname', 'r.child_birthdate'])
    .where((eb) => eb('r.child_birthdate', '=', eb.fn.any(eb.val(alike))))
    .where('r.deleted_at', 'is', null)
    .where('r.withdrawn_at', 'is', null)
    .orderBy('r.id', 'desc')
    .execute()
}

/** Ids of those rows whose child seems to have applied twice for the same school year (domain §3.1), in one query. */
export async function flagRepeated(tx: SchoolTransaction, rows: readonly Child[]): Promise<ReadonlySet<number>> {
  if (rows.length === 0) return new Set()
  const byBirthdate = Map.groupBy(
    await listCandidates(
      tx,
      rows.map((row) => row.child_birthdate),
    ),
    (candidate) => candidate.child_birthdate,
  )
  const isRepeated = (row: Child) =>
    birthdatesAlike(row.child_birthdate)
      .flatMap((day) => byBirthdate.get(day) ?? [])
      .some((candidate) => candidate.school_year_id === row.school_year_id && isSameChild(row, candidate))
  return new Set(rows.filter(isRepeated).map(({ id }) => id))
}

/** Other applications of what seems to be the same child, of any school year, newest first. */
export async function listSimilarRegistrations(tx: SchoolTransaction, child: Child) {
  const candidates = await listCandidates(tx, [child.child_birthdate])
  return candidates.filter((candidate) => isSameChild(child, candidate))
}
