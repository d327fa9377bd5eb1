import { yearAppliedFor } from '#contract/schoolyears/schoolyears.states.ts'
import type { Capacities } from '#contract/waitlists/waitlists.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listSchoolyears } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { notFound } from '#server/http/api-error.ts'
import { listCapacities } from './waitlists.queries.ts'

interface CapacityQuery {
  school_year_id: number | undefined
  /** The day in Berlin. */
  today: string
}

type Year = Awaited<ReturnType<typeof listSchoolyears>>[number]

const named = ({ id, name }: Year) => ({ id, name })

/** The seats of a year's grades and how many are taken; 404 for a year of another school. */
export async function readCapacities(
  tx: SchoolTransaction,
  { school_year_id, today }: CapacityQuery,
): Promise<Capacities> {
  const all = await listSchoolyears(tx)
  const requested = all.find(({ id }) => id === school_year_id)
  if (school_year_id !== undefined && !requested) throw notFound()
  const years = all.filter((year) => year.state !== 'closed' || year === requested)
  const year = requested ?? yearAppliedFor(years, today)
  return {
    school_year: year ? named(year) : null,
    schoolyears: years.map(named),
    grades: year ? await listCapacities(tx, year.id, today) : [],
  }
}
