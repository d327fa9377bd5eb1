import type { PlacesWarning } from '#contract/registrations/registrations.bulk.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { countAccepted } from '#server/domains/registrations/registrations.changes.queries.ts'
import { distinctLists, type WaitList } from '#server/domains/registrations/registrations.waitlist.shared.queries.ts'
import { findPlaces } from '#server/domains/schoolgrades/schoolgrades.shared.queries.ts'
import { getSchoolyear } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'

const findWarning = async (tx: SchoolTransaction, list: WaitList): Promise<PlacesWarning[]> => {
  const places = await findPlaces(tx, list)
  const accepted = places === undefined ? 0 : await countAccepted(tx, list)
  if (places === undefined || accepted <= places) return []
  const { name } = await getSchoolyear(tx, list.school_year_id)
  return [{ school_year: name, grade: list.desired_grade, accepted, places }]
}

/** Each year and grade that now has more accepted applications than seats, once (domain §3.1). */
export async function listPlacesWarnings(tx: SchoolTransaction, accepted: readonly WaitList[]) {
  const warnings: PlacesWarning[] = []
  for (const list of distinctLists(accepted)) warnings.push(...(await findWarning(tx, list)))
  return warnings
}
