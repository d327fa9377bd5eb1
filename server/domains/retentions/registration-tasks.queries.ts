import type { TaskKind } from '#contract/registrations/registrations.tasks.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import {
  followUps,
  longUnconfirmed,
  notInformed,
  notTakenOver,
  registrations,
  unreached,
  wished,
  withAgreement,
} from '#server/domains/registrations/registrations.shared.queries.ts'

/** Active applications: nobody has to act on one that is withdrawn or became a pupil (domain §3.1, §3.3). */
const applying = (tx: SchoolTransaction) =>
  registrations(tx).where('r.withdrawn_at', 'is', null).where('r.pupil_id', 'is', null)

type QueriedTask = Exclude<TaskKind, 'ask' | 'deletion'>

interface Moment {
  /** The day in Berlin. */
  today: string
  now: Date
}

/** The condition of each task for its applications; tasks about deletion use the preview instead. */
const TASKS: Record<QueriedTask, (tx: SchoolTransaction, moment: Moment) => ReturnType<typeof registrations>> = {
  withdraw_requested: (tx) => wished(registrations(tx)),
  agreement_declined: (tx) => withAgreement(registrations(tx), ['declined']),
  not_informed: (tx) => notInformed(registrations(tx)),
  follow_up: (tx, { today }) => followUps(registrations(tx), today),
  not_taken_over: (tx) => notTakenOver(registrations(tx)),
  mail_failed: (tx) => applying(tx).where('r.id', 'in', unreached(tx)),
  unconfirmed: (tx, { now }) => longUnconfirmed(registrations(tx), now),
}
export const ASKED_TASKS = Object.keys(TASKS) as QueriedTask[]

/** The applications of one task, the oldest first. */
export const listOfTask = (tx: SchoolTransaction, kind: QueriedTask, moment: Moment) =>
  TASKS[kind](tx, moment)
    .select(['r.id', 'r.status', 'r.child_firstname', 'r.child_lastname'])
    .orderBy('r.id')
    .execute()
