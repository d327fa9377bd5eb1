import { fullName } from '#contract/person-names.ts'
import {
  accountDay,
  consentProofDay,
  type EmployeeRetention,
  type PupilRetention,
  type SicknoteClock,
  sicknoteDays,
} from '#contract/retentions/retentions.clock.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import { readCalendar } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { findSicknote } from '#server/domains/sicknotes/sicknotes.shared.queries.ts'
import { found, notFound } from '#server/http/api-error.ts'
import { readPeoplePlan } from './people-plan.ts'
import { findClosedAccount, listConsentsOf, listFamilyMembers } from './preview.queries.ts'
import { listRetainedPeople, type PersonSubject } from './retained-people.queries.ts'

async function readClock(
  tx: SchoolTransaction,
  { subject, id }: { subject: PersonSubject; id: number },
  today: string,
) {
  if ((await listRetainedPeople(tx, subject, { ids: [id] })).length === 0) throw notFound()
  const { due, held } = await readPeoplePlan(tx, subject, { today, ids: [id] })
  return { entries: due.map(({ retention }) => retention), hold: held[0]?.hold ?? null }
}

/** The day on which the contacts of each of these pupils go; pupils without a period and on hold have none. */
async function readContactDays(tx: SchoolTransaction, ids: readonly number[], today: string) {
  const { due } = await readPeoplePlan(tx, 'pupil', { today, ids })
  const days = new Map<number, string>()
  // The first step of each pupil erases the family, whether it reduces or deletes.
  for (const { row, retention } of due) if (!days.has(row.id)) days.set(row.id, retention.due_on)
  return days
}

/** People of the family go on the day of their last child. */
async function readFamily(tx: SchoolTransaction, pupilId: number, today: string): Promise<PupilRetention['family']> {
  const members = await listFamilyMembers(tx, pupilId)
  const pupilIds = [...new Set(members.flatMap(({ pupil_ids }) => pupil_ids))]
  const days = await readContactDays(tx, pupilIds, today)
  const pupils = new Map((await listRetainedPeople(tx, 'pupil', { ids: pupilIds })).map((row) => [row.id, row]))
  return members.map(({ kind, id, pupil_ids, ...names }) => {
    const dayOf = (pupil: number) => days.get(pupil) ?? '9999-12-31'
    const last = pupil_ids.reduce((latest, one) => (dayOf(one) > dayOf(latest) ? one : latest), pupilId)
    const lastChild = last === pupilId ? undefined : pupils.get(last)
    return {
      kind,
      id,
      name: fullName(names),
      due_on: days.get(last) ?? null,
      last_child: lastChild ? fullName(lastChild) : null,
    }
  })
}

/** When everything about a pupil is erased (domain §5.2); 404 in the bin, which has a period of its own. */
export async function readPupilClock(tx: SchoolTransaction, id: number, today: string): Promise<PupilRetention> {
  const clock = await readClock(tx, { subject: 'pupil', id }, today)
  const periods = await getSetting(tx, 'RETENTION_SETTINGS')
  const consents = await listConsentsOf(tx, id)
  return {
    ...clock,
    family: await readFamily(tx, id, today),
    consents: consents.map(({ withdrawn_at, ...consent }) => ({
      ...consent,
      due_on: consentProofDay(withdrawn_at, periods),
    })),
  }
}

export async function readEmployeeClock(tx: SchoolTransaction, id: number, today: string): Promise<EmployeeRetention> {
  const clock = await readClock(tx, { subject: 'employee', id }, today)
  const closed = await findClosedAccount(tx, id)
  return { ...clock, account_on: closed && accountDay(closed) }
}

/** When remark and row of a sick note go; 404 for a note that the viewer may not see. */
export async function readSicknoteClock(tx: SchoolTransaction, id: number, reader: Reader): Promise<SicknoteClock> {
  const note = found(await findSicknote(tx, id, reader))
  const periods = await getSetting(tx, 'RETENTION_SETTINGS')
  const { years } = await readCalendar(tx)
  return sicknoteDays(
    { date_end: note.value.dateEnd },
    years.map(({ date_end }) => date_end),
    periods,
  )
}
