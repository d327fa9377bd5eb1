import { berlinToday } from '#contract/dates.ts'
import type { RetentionAction } from '#contract/retentions/retentions.rules.ts'
import { exportedRows } from '#contract/userlog/userlog-labels.ts'
import { inTransaction } from '#server/db/database.ts'
import { logEvent, nameAction } from '#server/db/log-event.ts'
import { inSchool, type SchoolTransaction } from '#server/db/school-transaction.ts'
import { setClock } from '#server/db/set-clock.ts'
import { deleteInternalNotes } from '#server/domains/registrations/registrations.deletion.shared.queries.ts'
import { insertEvents } from '#server/domains/registrations/registrations.events.shared.queries.ts'
import { lockWaitLists } from '#server/domains/registrations/registrations.waitlist.shared.queries.ts'
import { listRowNotices } from '#server/domains/retentions/people/ended-rows.ts'
import { listPeopleNotices } from '#server/domains/retentions/people/list-people-notices.ts'
import { PEOPLE_STEPS } from '#server/domains/retentions/people/people-steps.ts'
import { listSchoolIds } from '#server/domains/schools/schools.shared.queries.ts'
import type { Platform } from '#server/http/platform.ts'
import { inEachSchool } from '#server/jobs/each-school.ts'
import type { Task } from '#server/jobs/run-task.ts'
import { eraseApplications } from './erase-applications.ts'
import { insertErasures } from './erasures.queries.ts'
import { listNotices } from './list-notices.ts'
import { type Planned, readPlan } from './retention-plan.ts'
import type { Night, Step } from './retention-step.ts'
import { lockRegistrations } from './retentions.queries.ts'

export const RETENTION_TASK = 'run_retention'

const dueNow = async (tx: SchoolTransaction, { today }: Night, { action, ids }: Wanted) => {
  const { due } = await readPlan(tx, today, ids)
  return due.filter(({ retention }) => retention.action === action && retention.due_on <= today)
}

interface Wanted {
  action: RetentionAction
  ids?: readonly number[]
}

/** Unconfirmed applications and those in the bin do not count in the statistics. */
const isCounted = ({ retention }: Planned) => !['unverified', 'binned'].includes(retention.reason)

/** These applications as far as they are due, locked with their waiting lists and then read again. */
async function takeDue(tx: SchoolTransaction, night: Night, wanted: Required<Wanted>) {
  const found = await dueNow(tx, night, wanted)
  await lockWaitLists(
    tx,
    found.map(({ row }) => row),
  )
  await lockRegistrations(tx, wanted.ids)
  return dueNow(tx, night, wanted)
}

/** Deletes for good what is due. */
async function deleteDue(tx: SchoolTransaction, night: Night, wanted: readonly number[]) {
  const due = await takeDue(tx, night, { action: 'delete', ids: wanted })
  await eraseApplications(
    tx,
    due.map((one) => ({ ...one.row, is_counted: isCounted(one) })),
  )
  const erased = { subject: 'registration', action: 'delete', erased_on: night.today } as const
  await insertErasures(
    tx,
    due.map(({ row, retention }) => ({ ...erased, subject_id: row.id, rule: retention.reason })),
  )
  await logEvent(tx, {
    action: 'retention_run',
    entityType: 'registration',
    entityId: null,
    fields: [exportedRows(due.length)],
  })
}

/** Empties the internal notes of those who were not admitted. */
async function deleteNotes(tx: SchoolTransaction, night: Night, ids: readonly number[]) {
  const due = await takeDue(tx, night, { action: 'delete_note', ids })
  await nameAction(tx, 'registration', 'retention_run')
  await deleteInternalNotes(
    tx,
    due.map(({ row }) => row.id),
    night.now,
  )
  await insertEvents(
    tx,
    { viewer: { user_id: null }, now: night.now },
    due.map(({ row }) => ({ registration_id: row.id, kind: 'note_removed' })),
  )
}

const idsOf =
  (action: RetentionAction): Step['listDue'] =>
  async (tx, night) =>
    (await dueNow(tx, night, { action })).map(({ row }) => row.id)

const STEPS: readonly Step[] = [
  { name: 'notes', listDue: idsOf('delete_note'), erase: deleteNotes },
  { name: 'applications', listDue: idsOf('delete'), erase: deleteDue },
  ...PEOPLE_STEPS,
]

/** A batch of this size keeps nobody waiting for long. */
const BATCH = 100

/** Batch after batch, each a transaction of its own: whoever is killed in between leaves whole ones. */
async function runStep({ pool }: Pick<Platform, 'pool'>, night: Night, { name, listDue, erase }: Step) {
  const requestId = `retention-${name}-${night.schoolId}-${night.now.toISOString()}`
  const actor = { userId: null, schoolId: night.schoolId, requestId }
  const ids = await inSchool(pool, actor, (tx) => listDue(tx, night))
  for (let from = 0; from < ids.length; from += BATCH)
    await inSchool(pool, { ...actor, requestId: `${requestId}-${from}` }, async (tx) => {
      await setClock(tx, night.now)
      await erase(tx, night, ids.slice(from, from + BATCH))
    })
}

async function runInSchool(platform: Pick<Platform, 'pool'>, night: Night) {
  const requestId = `retention-notices-${night.schoolId}-${night.now.toISOString()}`
  await inSchool(platform.pool, { userId: null, schoolId: night.schoolId, requestId }, async (tx) => {
    await listNotices(tx, night)
    await listPeopleNotices(tx, 'pupil', night.today)
    await listPeopleNotices(tx, 'employee', night.today)
    await listRowNotices(tx, 'consent', night.today)
    await listRowNotices(tx, 'request', night.today)
  })
  for (const step of STEPS) await runStep(platform, night, step)
}

/** Deletes at night what each school's periods end (domain §5.2, DP-07); a second run deletes nothing more. */
export const runRetention =
  ({ pool, now: clock }: Pick<Platform, 'pool' | 'now'>): Task =>
  async () => {
    const now = clock()
    const schools = await inTransaction(pool, listSchoolIds)
    await inEachSchool(schools, 'The retention run', (schoolId) =>
      runInSchool({ pool }, { schoolId, now, today: berlinToday(now) }),
    )
  }
