import { birthdatesAlike, compareFolded, foldChild } from '#contract/registrations/duplicates.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

interface Child {
  id: number
  school_year_id: number
  child_firstname: string
  child_lastname: string
  child_birthdate: string
}

type OtherChild = Omit<Child, 'id' | 'school_year_id'>

/** Its names are folded only once, whatever the number of comparisons. */
const toCompared = ({ id, school_year_id, child_firstname, child_lastname, child_birthdate }: Child) => ({
  id,
  school_year_id,
  birthdate: child_birthdate,
  named: { child_firstname, child_lastname, child_birthdate },
  folded: foldChild({ firstname: child_firstname, lastname: child_lastname, birthdate: child_birthdate }),
})
type Compared = ReturnType<typeof toCompared>

const isSameChild = (a: Compared, b: Compared) => a.id !== b.id && compareFolded(a.folded, b.folded) !== null

/** Active applications for these school years, of children with one of these birth dates. */
const listBornOn = (tx: SchoolTransaction, { years, days }: { years: readonly number[]; days: readonly string[] }) =>
  tx
    .selectFrom('registration as r')
    .select(['r.id', 'r.school_year_id', 'r.child_firstname', 'r.child_lastname', 'r.child_birthdate'])
    .where((eb) => eb('r.school_year_id', '=', eb.fn.any(eb.val([...years]))))
    .where((eb) => eb('r.child_birthdate', '=', eb.fn.any(eb.val([...days]))))
    .where('r.deleted_at', 'is', null)
    .where('r.withdrawn_at', 'is', null)
    .execute()

/**
 * Finds in one query, for rows whose child seems to have applied twice for the same school year (domain §3.1), the
 * other row.
 */
export async function flagRepeated(tx: SchoolTransaction, rows: readonly Child[]) {
  if (rows.length === 0) return new Map<number, OtherChild>()
  const alike = new Map([...new Set(rows.map((row) => row.child_birthdate))].map((day) => [day, birthdatesAlike(day)]))
  const years = [...new Set(rows.map((row) => row.school_year_id))]
  const days = [...new Set([...alike.values()].flat())]
  const candidates = (await listBornOn(tx, { years, days })).map(toCompared)
  const byBirthdate = Map.groupBy(candidates, ({ birthdate }) => birthdate)
  const otherOf = (row: Compared) =>
    (alike.get(row.birthdate) ?? [])
      .flatMap((day) => byBirthdate.get(day) ?? [])
      .find((candidate) => candidate.school_year_id === row.school_year_id && isSameChild(row, candidate))
  return new Map(
    rows.flatMap((row) => {
      const other = otherOf(toCompared(row))
      return other ? [[row.id, other.named] as const] : []
    }),
  )
}
