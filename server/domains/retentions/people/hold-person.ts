import { type HoldForm, untilRefusal } from '#contract/retentions/retentions.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { deleteHold, deleteNotices, insertHold } from '#server/domains/retentions/holds.queries.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import { announcePeople } from './list-people-notices.ts'
import { readPeoplePlan } from './people-plan.ts'
import { listRetainedPeople, lockPeople, type PersonSubject } from './retained-people.queries.ts'

interface Person {
  subject: PersonSubject
  id: number
}

const lockPerson = async (tx: SchoolTransaction, { subject, id }: Person) => {
  await lockPeople(tx, subject, [id])
  if ((await listRetainedPeople(tx, subject, { ids: [id] })).length === 0) throw notFound()
}

/** Keeps a person in spite of the period, until a day (domain DP-07); what was announced is announced again later. */
export async function holdPerson(
  tx: SchoolTransaction,
  person: Person,
  { form, acting }: { form: HoldForm; acting: Acting },
) {
  const refusal = untilRefusal(form.until, acting.today)
  if (refusal) throw invalid({ until: [refusal] })
  await lockPerson(tx, person)
  const { subject, id } = person
  await insertHold(tx, subject, { ...form, id, created_by: acting.viewer.user_id })
  await deleteNotices(tx, subject, [id])
}

/** Ends a hold; what is due by now stays in the preview for two weeks first. */
export async function endPersonHold(tx: SchoolTransaction, person: Person, { today }: Pick<Acting, 'today'>) {
  await lockPerson(tx, person)
  const { subject, id } = person
  if (!(await deleteHold(tx, subject, id))) return
  const { due } = await readPeoplePlan(tx, subject, { today, ids: [id] })
  await announcePeople(tx, subject, { planned: due, today })
}
