import { isPreviewed } from '#contract/retentions/retentions.rules.ts'
import {
  type DuePerson,
  type HeldPerson,
  type PeoplePreview,
  peopleRetentionEndpoints,
  personRetentionEndpoints,
  RETENTION_TEXTS,
} from '#contract/retentions/retentions.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { countErasures } from '#server/domains/retentions/erasures.queries.ts'
import { notFound } from '#server/http/api-error.ts'
import type { Routes } from '#server/http/route.ts'
import { endPersonHold, holdPerson } from './hold-person.ts'
import { readPeoplePlan } from './people-plan.ts'
import { listRetainedPeople, type PersonSubject, type RetainedPersonRow } from './retained-people.queries.ts'

const factsOf = (subject: PersonSubject, { id, firstname, lastname, date_exit }: RetainedPersonRow) => ({
  subject,
  id,
  firstname,
  lastname,
  date_exit,
})

const readSubject = async (tx: SchoolTransaction, subject: PersonSubject, today: string) => {
  const { due, held } = await readPeoplePlan(tx, subject, { today })
  return {
    due: due
      .filter(({ retention }) => isPreviewed(retention, today))
      .map(({ row, retention }): DuePerson => ({ ...factsOf(subject, row), ...retention })),
    held: held.flatMap((row): HeldPerson[] => (row.hold ? [{ ...factsOf(subject, row), hold: row.hold }] : [])),
  }
}

async function readPreview(
  tx: SchoolTransaction,
  subjects: readonly PersonSubject[],
  today: string,
): Promise<PeoplePreview> {
  const parts: PeoplePreview[] = []
  for (const subject of subjects) parts.push(await readSubject(tx, subject, today))
  return {
    due: parts.flatMap(({ due }) => due).sort((a, b) => a.due_on.localeCompare(b.due_on)),
    held: parts.flatMap(({ held }) => held).sort((a, b) => a.hold.until.localeCompare(b.hold.until)),
  }
}

async function readClock(
  tx: SchoolTransaction,
  { subject, id }: { subject: PersonSubject; id: number },
  today: string,
) {
  if ((await listRetainedPeople(tx, subject, [id])).length === 0) throw notFound()
  const { due, held } = await readPeoplePlan(tx, subject, { today, ids: [id] })
  return { entries: due.map(({ retention }) => retention), hold: held[0]?.hold ?? null }
}

/** When pupils and employees are erased, and what keeps them (domain §5.2, DP-07). */
export function peopleRetentionRoutes({ route }: Routes) {
  route(peopleRetentionEndpoints.preview, ({ tx, viewer, today }) => {
    const mayPupils = viewer.permissions.includes('manage pupil')
    const mayEmployees = viewer.permissions.includes('manage employee')
    const subjects: PersonSubject[] = [
      ...(mayPupils ? ['pupil' as const] : []),
      ...(mayEmployees ? ['employee' as const] : []),
    ]
    return readPreview(tx, subjects, today)
  })

  route(peopleRetentionEndpoints.erasures, ({ tx }) => countErasures(tx))

  for (const subject of ['pupil', 'employee'] as const) {
    const endpoints = personRetentionEndpoints[subject]
    route(endpoints.get, ({ tx, params, today }) => readClock(tx, { subject, id: params.id }, today))

    route(endpoints.hold, async ({ tx, params, body, ...acting }) => {
      await holdPerson(tx, { subject, id: params.id }, { form: body, acting })
      return { message: RETENTION_TEXTS.held }
    })

    route(endpoints.endHold, async ({ tx, params, today }) => {
      await endPersonHold(tx, { subject, id: params.id }, { today })
      return { message: RETENTION_TEXTS.holdEnded }
    })
  }
}
