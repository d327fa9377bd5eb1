import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { lockFamilies } from '#server/domains/families/families.shared.queries.ts'
import { deleteRequests, lockRequests } from '#server/domains/privacyrequests/privacyrequests.shared.queries.ts'
import { insertErasures } from '#server/domains/retentions/erasures.queries.ts'
import type { Night, Step } from '#server/domains/retentions/retention-step.ts'
import { deleteConsents, lockConsents } from '#server/domains/sensitive/sensitive.erasure.shared.queries.ts'
import { readDueRows } from './ended-rows.ts'
import { type Erasing, erasePeople } from './erase-people.ts'
import { readPeoplePlan } from './people-plan.ts'
import { lockPeople } from './retained-people.queries.ts'

type PeopleStep = Pick<Erasing, 'subject' | 'action'>

const dueOf = async (tx: SchoolTransaction, { today }: Night, wanted: PeopleStep & { ids?: readonly number[] }) => {
  const { subject, action, ids } = wanted
  const { due } = await readPeoplePlan(tx, subject, { today, ...(ids && { ids }) })
  return due.filter(({ retention }) => retention.action === action && retention.due_on <= today)
}

/** Erases pupils or employees that are due. */
const erasing = (step: PeopleStep): Step => ({
  name: `${step.subject}-${step.action}`,
  listDue: async (tx, night) => (await dueOf(tx, night, step)).map(({ row }) => row.id),
  erase: async (tx, night, ids) => {
    // Families before pupils, as the pages of a family lock them.
    if (step.subject === 'pupil') await lockFamilies(tx)
    await lockPeople(tx, step.subject, ids)
    const due = await dueOf(tx, night, { ...step, ids })
    const records = due.map(({ row, retention }) => ({ id: row.id, rule: retention.reason }))
    await nameAction(tx, step.subject, 'retention_run')
    await insertErasures(tx, await erasePeople(tx, { ...step, records, today: night.today }))
  },
})

/** Proofs of withdrawn consents go after their years (domain §5.2). */
const CONSENT_PROOFS: Step = {
  name: 'consent-proofs',
  listDue: (tx, { today }) => readDueRows(tx, 'consent', today),
  erase: async (tx, { today }, ids) => {
    await lockConsents(tx, ids)
    // A hold of the pupil may have come meanwhile.
    const due = (await readDueRows(tx, 'consent', today)).filter((id) => ids.includes(id))
    await deleteConsents(tx, due)
    const erased = { subject: 'consent', rule: 'consent_proof', action: 'delete', erased_on: today } as const
    await insertErasures(
      tx,
      due.map((subject_id) => ({ ...erased, subject_id })),
    )
  },
}

/** Answered requests go after their years; their history goes with them. */
const REQUESTS: Step = {
  name: 'requests',
  listDue: (tx, { today }) => readDueRows(tx, 'request', today),
  erase: async (tx, { today }, ids) => {
    await lockRequests(tx, ids)
    const due = (await readDueRows(tx, 'request', today)).filter((id) => ids.includes(id))
    await nameAction(tx, 'privacy_request', 'retention_run')
    await deleteRequests(tx, due)
    const erased = { subject: 'request', rule: 'request', action: 'delete', erased_on: today } as const
    await insertErasures(
      tx,
      due.map((subject_id) => ({ ...erased, subject_id })),
    )
  },
}

/** Proofs of consents go before the pupils that they belong to, so that each is counted. */
export const PEOPLE_STEPS: readonly Step[] = [
  erasing({ subject: 'pupil', action: 'reduce' }),
  CONSENT_PROOFS,
  erasing({ subject: 'pupil', action: 'delete' }),
  erasing({ subject: 'employee', action: 'reduce' }),
  erasing({ subject: 'employee', action: 'delete' }),
  REQUESTS,
]
