import { birthdatesAlike, compareFolded, foldChild } from '#contract/duplicates.ts'
import type { SchoolTransaction } from '#server/db/in-school.ts'

interface Child {
  id: number
  school_year_id: number
  child_firstname: string
  child_lastname: string
  child_birthdate: string
}

/** Its names are folded once, however many it is compared with. */
const toCompared = ({ id, school_year_id, ...child }: Child) => ({
  id,
  school_year_id,
  birthdate: child.child_birthdate,
  folded: foldChild({
    firstname: child.child_firstname,
    lastname: child.child_lastname,
    birthdate: child.child_birthdate,
  }),
})
type Compared = ReturnType<typeof toCompared>

const isSameChild = (a: Compared, b: Compared) => a.id !== b.id && compareFolded(a.folded, b.folded) !== null

/** Applications for these school years that count, of children with one of these birth dates. */
const listBornOn = (tx: SchoolTransaction, { years, days }: { years: readonly number[]; days: readonly string[] }) =>
  tx
    .selectFrom('registration as r')
    .select(['r.id', 'r.school_year_id', 'r.child_firstname', 'r.child_lastname', 'r.child_birthdate'])
    .where((eb) => eb('r.school_year_id', '=', eb.fn.any(eb.val([...years]))))
    .where((eb) => eb('r.child_birthdate', '=', eb.fn.any(eb.val([...days]))))
    .where('r.deleted_at', 'is', null)
    .where('r.withdrawn_at', 'is', null)
    .execute()

/** Ids of those rows whose child seems to have applied twice for the same school year (domain §3.1), in one query. */
export async function flagRepeated(tx: SchoolTransaction, rows: readonly Child[]): Promise<ReadonlySet<number>> {
  if (rows.length === 0) return new Set()
  const alike = new Map([...new Set(rows.map((row) => row.child_birthdate))].map((day) => [day, birthdatesAlike(day)]))
  const years = [...new Set(rows.map((row) => row.school_year_id))]
  const days = [...new Set([...alike.values()].flat())]
  const candidates = (await listBornOn(tx, { years, days })).map(toCompared)
  const byBirthdate = Map.groupBy(candidates, ({ birthdate }) => birthdate)
  const isRepeated = (row: Compared) =>
    (alike.get(row.birthdate) ?? [])
      .flatMap((day) => byBirthdate.get(day) ?? [])
      .some((candidate) => candidate.school_year_id === row.school_year_id && isSameChild(row, candidate))
  return new Set(
    rows
      .map(toCompared)
      .filter(isRepeated)
      .map(({ id }) => id),
  )
}
