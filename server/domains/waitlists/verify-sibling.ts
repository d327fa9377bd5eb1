import { SIBLING_TEXTS } from '#contract/waitlists/waitlists.siblings.ts'
import { type SchoolTransaction, withSchools } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { insertEvents } from '#server/domains/registrations/registrations.events.shared.queries.ts'
import { lockOpenRegistration } from '#server/domains/registrations/registrations.shared.ts'
import {
  listLinkedSiblings,
  listSiblingSchools,
} from '#server/domains/registrations/registrations.siblings.shared.queries.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import { deleteSibling, insertSibling, isAttendingPupil } from './waitlists.siblings.queries.ts'

/** The school of the pupil; 422 when it is no partner or the viewer does not work there. */
const findSiblingSchool = async (tx: SchoolTransaction, short: string, { viewer }: Acting) => {
  const schools = await listSiblingSchools(tx, viewer)
  const school = schools.find((one) => one.short === short && one.is_reachable)
  if (!school) throw invalid({ school_short: [SIBLING_TEXTS.unknownSchool] })
  return school
}

/**
 * Links an application to a pupil as a sibling; only a linked sibling counts (domain §3.2). The pupil attends this
 * school or a partner where the viewer works, too; linking again changes nothing.
 */
export async function verifySibling(
  tx: SchoolTransaction,
  { id, pupil_id, school_short }: { id: number; pupil_id: number; school_short: string },
  acting: Acting,
) {
  const { viewer, now } = acting
  await lockOpenRegistration(tx, id)
  const school = await findSiblingSchool(tx, school_short, acting)
  const scope = { own: viewer.school_id, schoolIds: [school.id] }
  const [isAttending] = await withSchools(tx, scope, (inside) => isAttendingPupil(inside, pupil_id, acting))
  if (!isAttending) throw invalid({ pupil_id: [SIBLING_TEXTS.notAttending] })
  const inserted = await insertSibling(tx, {
    registration_id: id,
    verified_by: viewer.user_id,
    created_at: now.toISOString(),
    partner_school_id: school.id === viewer.school_id ? null : school.id,
    pupil_id,
  })
  if (inserted !== undefined) await insertEvents(tx, acting, [{ registration_id: id, kind: 'sibling_verified' }])
  const linked = await listLinkedSiblings(tx, [id], viewer.school_id)
  const own = linked.find((one) => one.school_id === school.id && one.pupil_id === pupil_id)
  return { id: inserted ?? own?.id ?? 0, message: SIBLING_TEXTS.verified }
}

/** Removes such a link; 404 when there is none. */
export async function releaseSibling(
  tx: SchoolTransaction,
  { id, sibling_id }: { id: number; sibling_id: number },
  acting: Acting,
) {
  await lockOpenRegistration(tx, id)
  if (!(await deleteSibling(tx, id, sibling_id))) throw notFound()
  await insertEvents(tx, acting, [{ registration_id: id, kind: 'sibling_released' }])
  return { message: SIBLING_TEXTS.released }
}
