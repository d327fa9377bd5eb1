import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { insertErasures } from '#server/domains/retentions/erasures.queries.ts'
import { BATCH, type Night, type Step } from '#server/domains/retentions/retention-step.ts'
import { getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import { deleteConsentProofs } from '#server/domains/sensitive/sensitive.erasure.shared.queries.ts'
import { type Erasing, erasePeople } from './erase-people.ts'
import { readPeoplePlan } from './people-plan.ts'
import { lockPeople } from './retained-people.queries.ts'

type PeopleStep = Pick<Erasing, 'subject' | 'action'>

/** The next people of a kind that are due for an action, locked and then checked again. */
async function takeDuePeople(tx: SchoolTransaction, { today }: Night, { subject, action }: PeopleStep) {
  const dueOf = async (ids?: readonly number[]) => {
    const { due } = await readPeoplePlan(tx, subject, { today, ...(ids && { ids }) })
    return due.filter(({ retention }) => retention.action === action && retention.due_on <= today)
  }
  const ids = (await dueOf()).slice(0, BATCH).map(({ row }) => row.id)
  if (ids.length === 0) return []
  await lockPeople(tx, subject, ids)
  return dueOf(ids)
}

/** Erases pupils or employees that are due. */
const erasing = (step: PeopleStep): Step => ({
  name: `${step.subject}-${step.action}`,
  run: async (tx, night) => {
    const due = await takeDuePeople(tx, night, step)
    if (due.length === 0) return 0
    const records = due.map(({ row, retention }) => ({ id: row.id, rule: retention.reason }))
    await nameAction(tx, step.subject, 'retention_run')
    await insertErasures(tx, await erasePeople(tx, { ...step, records, today: night.today }))
    return due.length
  },
})

/** Deletes proofs of withdrawn consents after their years (domain §5.2). */
async function deleteProofs(tx: SchoolTransaction, { today }: Night) {
  const { consent_proof_years: years } = await getSetting(tx, 'RETENTION_SETTINGS')
  const ids = await deleteConsentProofs(tx, { beforeYear: Number(today.slice(0, 4)) - years, limit: BATCH })
  const erased = { subject: 'consent', rule: 'consent_proof', action: 'delete', erased_on: today } as const
  await insertErasures(
    tx,
    ids.map((subject_id) => ({ ...erased, subject_id })),
  )
  return ids.length
}

/** Proofs of consents go before the pupils that they belong to, so that each is counted. */
export const PEOPLE_STEPS: readonly Step[] = [
  erasing({ subject: 'pupil', action: 'reduce' }),
  { name: 'consent-proofs', run: deleteProofs },
  erasing({ subject: 'pupil', action: 'delete' }),
  erasing({ subject: 'employee', action: 'reduce' }),
  erasing({ subject: 'employee', action: 'delete' }),
]
