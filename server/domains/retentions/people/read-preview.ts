import { addDays } from '#contract/dates.ts'
import type { Permission } from '#contract/permissions.ts'
import { listName } from '#contract/person-names.ts'
import { accountDay, consentProofDay } from '#contract/retentions/retentions.clock.ts'
import type { DuePerson, HeldPerson, PeoplePreview } from '#contract/retentions/retentions.preview.ts'
import { isPreviewed, NOTICE_DAYS } from '#contract/retentions/retentions.rules.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import { readPeoplePlan } from './people-plan.ts'
import { listClosedAccounts, listWithdrawnConsents } from './preview.queries.ts'
import type { PersonSubject, RetainedPersonRow } from './retained-people.queries.ts'

interface Part {
  due: DuePerson[]
  held: HeldPerson[]
}

const factsOf = <S extends PersonSubject>(subject: S, { id, date_exit, ...names }: RetainedPersonRow) => ({
  subject,
  id,
  name: listName(names),
  ended_on: date_exit,
})

const readPeople = async (tx: SchoolTransaction, subject: PersonSubject, today: string): Promise<Part> => {
  const { due, held } = await readPeoplePlan(tx, subject, { today })
  return {
    due: due
      .filter(({ retention }) => isPreviewed(retention, today))
      .map(({ row, retention }) => ({ ...factsOf(subject, row), ...retention })),
    held: held.flatMap((row) => (row.hold ? [{ ...factsOf(subject, row), hold: row.hold }] : [])),
  }
}

/** The day of these two is counted from what happened long ago, so nothing shortens it; no hold keeps them. */
const readConsents = async (tx: SchoolTransaction, today: string): Promise<Part> => {
  const periods = await getSetting(tx, 'RETENTION_SETTINGS')
  const year = Number(addDays(today, NOTICE_DAYS).slice(0, 4)) - periods.consent_proof_years
  const rows = await listWithdrawnConsents(tx, year)
  return {
    due: rows.map(({ pupil_id, withdrawn_at, withdrawn_on, ...names }) => ({
      subject: 'consent',
      id: pupil_id,
      name: listName(names),
      ended_on: withdrawn_on,
      reason: 'consent_proof',
      action: 'delete',
      due_on: consentProofDay(withdrawn_at, periods),
    })),
    held: [],
  }
}

const readAccounts = async (tx: SchoolTransaction, today: string): Promise<Part> => {
  const rows = await listClosedAccounts(tx)
  return {
    due: rows.flatMap(({ id, name, deactivated_at, closed_on }): DuePerson[] => {
      const due_on = accountDay(deactivated_at)
      if (due_on > addDays(today, NOTICE_DAYS)) return []
      return [{ subject: 'user', id, name, ended_on: closed_on, reason: 'account', action: 'delete', due_on }]
    }),
    held: [],
  }
}

const PARTS: readonly [Permission, (tx: SchoolTransaction, today: string) => Promise<Part>][] = [
  ['manage pupil', (tx, today) => readPeople(tx, 'pupil', today)],
  ['manage pupil', readConsents],
  ['manage employee', (tx, today) => readPeople(tx, 'employee', today)],
  ['manage users', readAccounts],
]

/** What the nights of the next two weeks erase of the people whom the viewer manages, and what is on hold. */
export async function readPreview(tx: SchoolTransaction, { viewer, today }: Reader): Promise<PeoplePreview> {
  const parts: Part[] = []
  for (const [permission, read] of PARTS) if (viewer.permissions.includes(permission)) parts.push(await read(tx, today))
  return {
    due: parts
      .flatMap(({ due }) => due)
      .sort((a, b) => a.due_on.localeCompare(b.due_on) || a.name.localeCompare(b.name, 'de')),
    held: parts.flatMap(({ held }) => held).sort((a, b) => a.hold.until.localeCompare(b.hold.until)),
  }
}
