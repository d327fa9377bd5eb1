import { berlinToday, isOfAge } from '#contract/dates.ts'
import { inTransaction } from '#server/db/database.ts'
import { logEvent } from '#server/db/log-event.ts'
import { inSchool, type SchoolTransaction } from '#server/db/school-transaction.ts'
import { listSchoolIds } from '#server/domains/schools/schools.shared.queries.ts'
import type { Platform } from '#server/http/platform.ts'
import { inEachSchool } from '#server/jobs/each-school.ts'
import type { Task } from '#server/jobs/worker.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { listLinksOfAge, renewLinks } from './parentlinks.queries.ts'

export const OF_AGE_TASK = 'rotate_links_of_age'

/** Links from before the 18th birthday, which guardians may have; links made since then belong to the pupil. */
async function rotateOfAge(tx: SchoolTransaction, keys: SecretRing, now: Date) {
  const today = berlinToday(now)
  const links = await listLinksOfAge(tx, today)
  const outdated = links.filter(
    ({ birthdate, created_at }) => isOfAge(birthdate, today) && !isOfAge(birthdate, berlinToday(new Date(created_at))),
  )
  if (outdated.length === 0) return
  const ids = outdated.map(({ pupil_id }) => pupil_id)
  await renewLinks(tx, keys, { ids, at: now.toISOString() })
  for (const entityId of ids) await logEvent(tx, { action: 'uuid_rotated', entityType: 'pupil', entityId })
}

/** On the 18th birthday guardians lose the link: the pupil gets a new one (domain §5.5, §5.6). */
export const rotateLinksOfAge =
  ({ pool, keys, now: clock }: Pick<Platform, 'pool' | 'keys' | 'now'>): Task =>
  async () => {
    const now = clock()
    const schools = await inTransaction(pool, listSchoolIds)
    await inEachSchool(schools, 'The new links of those of age', (schoolId) => {
      const actor = { userId: null, schoolId, requestId: `links-of-age-${schoolId}-${berlinToday(now)}` }
      return inSchool(pool, actor, (tx) => rotateOfAge(tx, keys, now))
    })
  }
