import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listSchoolyears } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { getSchool, getSetting } from './schools.shared.queries.ts'

/** The page where parents apply at the school with this short name. */
export const formUrl = (appUrl: string, short: string) => `${appUrl}/app/${short}/registrierungNeueSchueler`

/** The address of the bound school's public form, and the years for which it is open now or will open. */
export async function readFormLink(tx: SchoolTransaction, { now, appUrl }: { now: Date; appUrl: string }) {
  const { short } = await getSchool(tx)
  const { isActive } = await getSetting(tx, 'SCHOOL_REGISTRATION_SETTINGS')
  const isPast = (instant: string) => Date.parse(instant) <= now.getTime()
  const schoolyears = (await listSchoolyears(tx)).flatMap(({ name, state, registration_from, registration_until }) => {
    const isOver = registration_until !== null && isPast(registration_until)
    if (state === 'closed' || registration_from === null || isOver) return []
    const hasBegun = isPast(registration_from)
    return [{ name, is_open: isActive && hasBegun, opens_at: hasBegun ? null : registration_from }]
  })
  return { url: formUrl(appUrl, short), schoolyears }
}
