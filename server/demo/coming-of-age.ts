import { addDays, addMonths } from '#contract/dates.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { consentVersionOn } from './consent-versions.ts'
import { insertRows } from './demo-rows.queries.ts'
import { type Enrolment, officeHour } from './enrolments.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Days from the anchor on which three pupils of the highest grade are 18; the second one lets the parents be informed. */
const BIRTHDAYS = [-40, -20, 12]
const INFORMED = 1
const ASKED_DAYS = 25

const gradeOf = ({ status, stays }: Enrolment) => (status === 'active' ? (stays.at(-1)?.grade ?? 0) : 0)

/** The places of the three in the list. */
const placesOf = (enrolments: readonly Enrolment[]) =>
  enrolments
    .map((enrolment, index) => ({ index, grade: gradeOf(enrolment), birthdate: enrolment.child.birthdate }))
    .sort((a, b) => b.grade - a.grade || a.birthdate.localeCompare(b.birthdate) || a.index - b.index)
    .slice(0, BIRTHDAYS.length)
    .map(({ index }) => index)

/** The same pupils, three of them of age or nearly so (domain §5.5), and the place of the one with a consent. */
export function comeOfAge(enrolments: readonly Enrolment[], anchor: string) {
  const places = placesOf(enrolments)
  const aged = enrolments.map((enrolment, index) => {
    const days = BIRTHDAYS[places.indexOf(index)]
    if (days === undefined) return enrolment
    return { ...enrolment, child: { ...enrolment.child, birthdate: addMonths(addDays(anchor, days), -18 * 12) } }
  })
  return { aged, informed: places[INFORMED] ?? 0 }
}

/** The consent of the one whose parents stay informed. */
export async function fillInformed(
  tx: SchoolTransaction,
  { pupil_id, headId, ...scene }: { pupil_id: number; headId: number; anchor: string; random: SeededRandom },
) {
  const given_at = addDays(scene.anchor, -ASKED_DAYS)
  const created_at = officeHour(given_at, scene)
  await insertRows(tx, 'consent', [
    {
      ...{ pupil_id, purpose: 'parents_informed', text_version: consentVersionOn(given_at), decision: 'granted' },
      ...{ given_by_guardian_ids: [], pupil_decision: 'granted', method: 'paper', given_at, recorded_by: headId },
      ...{ created_at, updated_at: created_at },
    },
  ])
}
