import type { SchoolyearState } from '#contract/schoolyears/schoolyears.states.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listSchoolyears } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { hasRolloverInto } from './rollovers.queries.ts'
import { countPending, countPlaced, followingYear, type Year } from './rollovers.situation.queries.ts'

const toRef = (year: Year | undefined) =>
  year
    ? {
        id: year.id,
        name: year.name,
        state: year.state as SchoolyearState,
        date_start: year.date_start,
        date_end: year.date_end,
      }
    : null

/** The active year began automatically (domain §9c) and most pupils are still in the one before: the change is late. */
async function findLate(tx: SchoolTransaction, years: readonly Year[], active: Year) {
  const before = years.findLast(({ date_end }) => date_end < active.date_start)
  if (!before || (await hasRolloverInto(tx, active.id))) return undefined
  const pending = await countPending(tx, { from: before, to: active })
  return pending > (await countPlaced(tx, active.id)) ? { from: before, to: active, pending } : undefined
}

/** The years of the next change, and how many pupils wait for it. */
export async function findNextChange(tx: SchoolTransaction) {
  const years = await listSchoolyears(tx)
  const from = years.find(({ state }) => state === 'active')
  if (!from) return { from_year: null, to_year: null, pending: 0, has_pupils: false }
  const late = await findLate(tx, years, from)
  if (late) return { from_year: toRef(late.from), to_year: toRef(late.to), pending: late.pending, has_pupils: true }
  const to = followingYear(years, from)
  return {
    from_year: toRef(from),
    to_year: toRef(to),
    pending: await countPending(tx, { from, to }),
    has_pupils: (await countPlaced(tx, from.id)) > 0,
  }
}
