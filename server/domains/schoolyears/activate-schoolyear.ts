import { formatDate } from '#contract/dates.ts'
import { mayActivate, SCHOOLYEAR_TEXTS, type SchoolyearState, shortYearName } from '#contract/schoolyears.ts'
import { nameAction, type SchoolTransaction } from '#server/db/in-school.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import { closeActiveYear, findYearToActivate, updateSchoolyear } from './schoolyears.changes.queries.ts'
import { lockSchoolyear, lockSchoolyears } from './schoolyears.details.queries.ts'

/** The former one is closed first: at no moment are two active. */
async function switchTo(tx: SchoolTransaction, id: number) {
  await closeActiveYear(tx)
  await nameAction(tx, 'schoolyear', 'schoolyear_activated')
  await updateSchoolyear(tx, id, { state: 'active' })
}

/** Makes a year the active one, on a day that lies in it (domain §3.4). */
export async function activateSchoolyear(tx: SchoolTransaction, { id, today }: { id: number; today: string }) {
  await lockSchoolyears(tx)
  const stored = await lockSchoolyear(tx, id)
  if (!stored) throw notFound()
  const year = { ...stored, state: stored.state as SchoolyearState }
  const name = shortYearName(year.name)
  if (year.state === 'active') return { message: `Das Schuljahr ${name} ist schon aktiv.` }
  if (!mayActivate(year, today))
    throw invalid(
      {},
      year.date_start > today ? SCHOOLYEAR_TEXTS.tooEarly(formatDate(year.date_start)) : SCHOOLYEAR_TEXTS.isOver,
    )
  await switchTo(tx, id)
  return { message: `Das Schuljahr ${name} ist jetzt aktiv.` }
}

/** On its first day the planned year becomes the active one by itself (domain §9c); answers whether it did. */
export async function switchYearOfDay(tx: SchoolTransaction, today: string) {
  await lockSchoolyears(tx)
  const due = await findYearToActivate(tx, today)
  if (due) await switchTo(tx, due.id)
  return due !== undefined
}
