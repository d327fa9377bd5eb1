import { berlinToday, isOfAge } from '#contract/dates.ts'
import { inTransaction } from '#server/db/database.ts'
import { logEvent } from '#server/db/log-event.ts'
import { inSchool, type SchoolTransaction } from '#server/db/school-transaction.ts'
import { listSchoolIds } from '#server/domains/schools/schools.shared.queries.ts'
import type { Platform } from '#server/http/platform.ts'
import { inEachSchool } from '#server/jobs/each-school.ts'
import type { Task } from '#server/jobs/run-task.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { queueOwnLinks } from './own-link-mail.shared.ts'
import { type LinkOfAge, listLinksOfAge, renewLinks } from './parentlinks.queries.ts'

const isBefore = (instant: string, other: string | null) => other !== null && Date.parse(instant) < Date.parse(other)

/**
 * Whether guardians may have this link although the pupil is of age and does not want it: it is from before the 18th
 * birthday, or from the time in which the pupil agreed. Links made since then belong to the pupil.
 */
const isOfParents = ({ birthdate, created_at, consent_ended_at }: LinkOfAge, today: string) =>
  isOfAge(birthdate, today) &&
  (!isOfAge(birthdate, berlinToday(new Date(created_at))) || isBefore(created_at, consent_ended_at))

/** Gives each of them a new link, and sends it to the pupil's own address if the school knows one. */
async function rotateOfAge(tx: SchoolTransaction, { keys, now }: { keys: SecretRing; now: Date }) {
  const today = berlinToday(now)
  const outdated = (await listLinksOfAge(tx, today)).filter((link) => isOfParents(link, today))
  if (outdated.length === 0) return
  const ids = outdated.map(({ pupil_id }) => pupil_id)
  await renewLinks(tx, keys, { ids, at: now.toISOString() })
  for (const entityId of ids) await logEvent(tx, { action: 'uuid_rotated', entityType: 'pupil', entityId })
  await queueOwnLinks(tx, ids, today)
}

/**
 * On the 18th birthday guardians lose the link, unless the pupil agreed that they keep it; when the pupil takes that
 * back, they lose it then (domain §5.5, §5.6).
 */
export const rotateLinksOfAge =
  ({ pool, keys, now: clock }: Pick<Platform, 'pool' | 'keys' | 'now'>): Task =>
  async () => {
    const now = clock()
    const schools = await inTransaction(pool, listSchoolIds)
    await inEachSchool(schools, 'The new links of those of age', (schoolId) => {
      const actor = { userId: null, schoolId, requestId: `links-of-age-${schoolId}-${berlinToday(now)}` }
      return inSchool(pool, actor, (tx) => rotateOfAge(tx, { keys, now }))
    })
  }
