import { berlinToday } from '#contract/dates.ts'
import type { RetentionAction } from '#contract/retentions/retentions.rules.ts'
import { exportedRows } from '#contract/userlog/userlog-labels.ts'
import { inTransaction } from '#server/db/database.ts'
import { logEvent, nameAction } from '#server/db/log-event.ts'
import { inSchool, type SchoolTransaction } from '#server/db/school-transaction.ts'
import {
  deleteInternalNotes,
  deleteRegistrations,
} from '#server/domains/registrations/registrations.deletion.shared.queries.ts'
import { insertEvents } from '#server/domains/registrations/registrations.events.shared.queries.ts'
import { closeGap, lockWaitLists } from '#server/domains/registrations/registrations.waitlist.shared.queries.ts'
import { insertTallies } from '#server/domains/registrationstats/registrationstats.shared.queries.ts'
import { listSchoolIds } from '#server/domains/schools/schools.shared.queries.ts'
import type { Platform } from '#server/http/platform.ts'
import { inEachSchool } from '#server/jobs/each-school.ts'
import type { Task } from '#server/jobs/worker.ts'
import { listNotices } from './list-notices.ts'
import { type Planned, readPlan } from './retention-plan.ts'
import { lockRegistrations } from './retentions.queries.ts'

export const RETENTION_TASK = 'run_retention'

/** A batch of this size makes nobody wait for long. */
const BATCH = 100

interface Night {
  schoolId: number
  now: Date
  /** The day in Berlin. */
  today: string
}

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

/** Locks the next due applications and checks them again: somebody may just have put a hold on one. */
async function takeDue(tx: SchoolTransaction, night: Night, action: RetentionAction) {
  const found = (await dueNow(tx, night, { action })).slice(0, BATCH)
  if (found.length === 0) return []
  await lockWaitLists(
    tx,
    found.map(({ row }) => row),
  )
  const ids = found.map(({ row }) => row.id)
  await lockRegistrations(tx, ids)
  return dueNow(tx, night, { action, ids })
}

/** Starts with the last rank, so that the ranks of the others stay correct while gaps are closed. */
async function leaveWaitLists(tx: SchoolTransaction, planned: readonly Planned[]) {
  const waiting = planned.map(({ row }) => row).sort((a, b) => (b.wait_rank ?? 0) - (a.wait_rank ?? 0))
  for (const row of waiting) if (row.wait_rank !== null) await closeGap(tx, row, row.wait_rank)
}

/** Deletes due applications for good, one batch at most; returns how many. */
async function deleteDue(tx: SchoolTransaction, night: Night) {
  const due = await takeDue(tx, night, 'delete')
  if (due.length === 0) return 0
  const ids = due.map(({ row }) => row.id)
  const counted = due.filter(isCounted).map(({ row }) => row.id)
  await insertTallies(tx, counted)
  await leaveWaitLists(tx, due)
  await deleteRegistrations(tx, ids)
  await logEvent(tx, {
    action: 'retention_run',
    entityType: 'registration',
    entityId: null,
    fields: [exportedRows(ids.length)],
  })
  return ids.length
}

/** Empties the internal notes of applications that were not admitted, one batch at most; returns how many. */
async function deleteNotes(tx: SchoolTransaction, night: Night) {
  const due = await takeDue(tx, night, 'delete_note')
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
  return due.length
}

type Step = (tx: SchoolTransaction, night: Night) => Promise<number>

/** Batch after batch, each in its own transaction: a process that is killed in between leaves only complete batches. */
async function runBatches(platform: Pick<Platform, 'pool'>, night: Night, step: Step) {
  const actor = { userId: null, schoolId: night.schoolId }
  for (let batch = 1; ; batch += 1) {
    const requestId = `retention-${step.name}-${night.schoolId}-${night.now.toISOString()}-${batch}`
    const count = await inSchool(platform.pool, { ...actor, requestId }, (tx) => step(tx, night))
    if (count === 0) return
  }
}

async function runInSchool(platform: Pick<Platform, 'pool'>, night: Night) {
  const requestId = `retention-notices-${night.schoolId}-${night.now.toISOString()}`
  await inSchool(platform.pool, { userId: null, schoolId: night.schoolId, requestId }, (tx) => listNotices(tx, night))
  await runBatches(platform, night, deleteNotes)
  await runBatches(platform, night, deleteDue)
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
