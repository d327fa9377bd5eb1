import { addDays, formatDate } from '#contract/dates.ts'
import type { Permission } from '#contract/permissions.ts'
import { listName } from '#contract/person-names.ts'
import { REQUEST_KIND_LABELS } from '#contract/privacyrequests/privacyrequest.record.ts'
import { accountDay } from '#contract/retentions/retentions.clock.ts'
import type { PreviewQuery } from '#contract/retentions/retentions.lists.ts'
import type { DuePerson, DueSicknotes, HeldPerson, PeoplePreview } from '#contract/retentions/retentions.preview.ts'
import { isPreviewed, NOTICE_DAYS } from '#contract/retentions/retentions.rules.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { readDueSicknotes } from '#server/domains/absences/due-sicknotes.shared.ts'
import { previewLists } from '#server/domains/retentions/preview-lists.ts'
import { readEndedRows } from './ended-rows.ts'
import { readPeoplePlan } from './people-plan.ts'
import { listClosedAccounts, listEndedRequests, listWithdrawnConsents } from './preview.queries.ts'
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

/** The newest withdrawal of a pupil stands for all that go on the same day. */
const readConsents = async (tx: SchoolTransaction, today: string): Promise<Part> => {
  const ended = new Map((await readEndedRows(tx, 'consent', today)).map(({ id, retention }) => [id, retention]))
  const lines = new Map<string, DuePerson>()
  for (const { id, pupil_id, withdrawn_on, ...names } of await listWithdrawnConsents(tx, [...ended.keys()])) {
    const retention = ended.get(id)
    if (!retention) continue
    const facts = { subject: 'consent', id: pupil_id, name: listName(names), ended_on: withdrawn_on } as const
    lines.set(`${pupil_id} ${retention.due_on}`, { ...facts, ...retention })
  }
  return { due: [...lines.values()], held: [] }
}

const readRequests = async (tx: SchoolTransaction, today: string): Promise<Part> => {
  const ended = new Map((await readEndedRows(tx, 'request', today)).map(({ id, retention }) => [id, retention]))
  const requests = await listEndedRequests(tx, [...ended.keys()])
  return {
    due: requests.flatMap(({ id, kind, received_on, done_on }): DuePerson[] => {
      const retention = ended.get(id)
      const name = `${REQUEST_KIND_LABELS[kind]}, eingegangen am ${formatDate(received_on)}`
      return retention ? [{ subject: 'request', id, name, ended_on: done_on, ...retention }] : []
    }),
    held: [],
  }
}

/** The period of accounts is no setting, so nothing shortens it. */
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
  ['view pupil sensitive', readRequests],
]

/** How many sick notes go by each rule, beside the lines. */
const figuresOf = (sicknotes: readonly DueSicknotes[]) =>
  [...Map.groupBy(sicknotes, ({ rule }) => rule)].map(([rule, [first, ...more]]) => ({
    kind: 'sicknote' as const,
    rule,
    count: more.reduce((sum, { count }) => sum + count, first?.count ?? 0),
    first: first?.due_on ?? '',
  }))

/** One for all comparisons, because `localeCompare` with a language makes a new one each time. */
const inGerman = new Intl.Collator('de')

/** What the nights of the next two weeks erase of the people whom the viewer manages, and what is on hold. */
export async function readPreview(
  tx: SchoolTransaction,
  query: PreviewQuery,
  { viewer, today }: Reader,
): Promise<PeoplePreview> {
  const parts: Part[] = []
  for (const [permission, read] of PARTS) if (viewer.permissions.includes(permission)) parts.push(await read(tx, today))
  const sicknotes = viewer.permissions.includes('manage pupil') ? await readDueSicknotes(tx, today) : []
  const lines = {
    due: parts
      .flatMap(({ due }) => due)
      .sort((a, b) => a.due_on.localeCompare(b.due_on) || inGerman.compare(a.name, b.name)),
    held: parts.flatMap(({ held }) => held).sort((a, b) => a.hold.until.localeCompare(b.hold.until)),
    counted: figuresOf(sicknotes),
  }
  return { ...previewLists(lines, query, ({ subject }) => subject), sicknotes }
}
