import { activationRefusal } from '#contract/schoolyears/schoolyears.rules.ts'
import type { SchoolyearState } from '#contract/schoolyears/schoolyears.states.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import { findYearToActivate } from './schoolyears.changes.queries.ts'
import { lockSchoolyear, lockSchoolyears, switchActiveYear } from './schoolyears.shared.queries.ts'

/** On its first day the planned year becomes active automatically (domain §9c); returns whether it did. */
export async function switchYearOfDay(tx: SchoolTransaction, today: string) {
  await lockSchoolyears(tx)
  const due = await findYearToActivate(tx, today)
  if (due) await switchActiveYear(tx, due.id)
  return due !== undefined
}

/** Makes a year active, on a day within it (domain §3.4). */
export async function activateSchoolyear(tx: SchoolTransaction, { id, today }: { id: number; today: string }) {
  await lockSchoolyears(tx)
  const stored = await lockSchoolyear(tx, id)
  if (!stored) throw notFound()
  const year = { ...stored, state: stored.state as SchoolyearState }
  const { name } = year
  if (year.state === 'active') return { message: `Das Schuljahr ${name} ist schon aktiv.` }
  const refusal = activationRefusal(year, today)
  if (refusal) throw invalid({}, refusal)
  await switchActiveYear(tx, id)
  return { message: `Das Schuljahr ${name} ist jetzt aktiv.` }
}
