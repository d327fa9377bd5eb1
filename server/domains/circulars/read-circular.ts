import type { CircularKind } from '#contract/circulars/circulars.audience.ts'
import { letterTextOf } from '#contract/circulars/circulars.text.ts'
import type { CircularDetails, CircularReason, CircularRow } from '#contract/circulars/circulars.ts'
import { fullName } from '#contract/person-names.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { getSchool } from '#server/domains/schools/schools.shared.queries.ts'
import { notFound } from '#server/http/api-error.ts'
import { troubleOf } from '#server/mail/mail-trouble.ts'
import { previewFor } from './circular-mail.ts'
import { NO_IDS } from './circular-reader.ts'
import { listAttachments } from './circulars.attachments.queries.ts'
import { listGuardianNames } from './circulars.families.shared.queries.ts'
import {
  countCircularMails,
  findCircular,
  listCirculars,
  listRecipients,
  RELATED_TYPES,
  type StoredCircular,
} from './circulars.queries.ts'
import { listStaffNames } from './circulars.staff.queries.ts'
import { listContactNames } from './circulars.waiting.queries.ts'
import { childrenText, type NamedChildren, namedLeftOut, readChildren } from './family-names.shared.ts'
import { findReaderNow } from './find-reader.ts'
import { shownReader } from './plan-circular.ts'
import { readApplicants } from './plan-waiting.ts'

const NO_MAILS = { all: 0, waiting: 0, sent: 0, failed: 0, dropped: 0, doubtful: 0 }

/** Circulars from before a kind existed lack its ids. */
type StoredLeftOut = Partial<Record<keyof typeof NO_IDS, number | null>> & { reason: CircularReason }

export const storedLeftOut = ({ left_out }: Pick<StoredCircular, 'left_out'>) => left_out as unknown as StoredLeftOut[]

/** Wants the mail, and has no usable address. */
export const isUnaddressed = ({ reason }: StoredLeftOut) => ['no_mail', 'unconfirmed', 'unreachable'].includes(reason)

const toRow = (
  { id, subject, kind, audience, state, left_out, created_at, created_by }: StoredCircular,
  counts = NO_MAILS,
): CircularRow => ({
  id,
  subject,
  kind,
  audience,
  state: state === 'stopped' || counts.waiting > 0 ? (state as CircularRow['state']) : 'done',
  counts: { ...counts, unaddressed: storedLeftOut({ left_out }).filter(isUnaddressed).length },
  created_at,
  created_by,
})

export async function readCirculars(tx: SchoolTransaction, query: { page: number; per_page: number }) {
  const { rows, total } = await listCirculars(tx, query)
  const counts = await countCircularMails(
    tx,
    rows.map(({ id }) => id),
  )
  return { data: rows.map((row) => toRow(row, counts.get(row.id))), total, ...query }
}

/** The mail is made as it would be now; null for a person who would get none any more. */
async function readSample(
  tx: SchoolTransaction,
  circular: StoredCircular,
  { first, today }: { first: Recipient | undefined; today: string },
) {
  if (!first) return null
  const { kind } = circular
  const wanted = {
    relatedType: RELATED_TYPES[kind],
    id: first.id,
    childIds: first.child_ids,
    choice: async () => circular,
  }
  const reader = await findReaderNow(tx, wanted, today)
  return reader ? { ...(await previewFor(tx, circular, reader)), reader: shownReader(reader) } : null
}
type Recipient = Awaited<ReturnType<typeof listRecipients>>[number]

/** The children of circulars of each kind by id, as of today. */
const CHILDREN: Record<
  CircularKind,
  (tx: SchoolTransaction, ids: readonly number[], today: string) => Promise<NamedChildren>
> = { families: readChildren, staff: async () => new Map(), waiting: readApplicants }

/** The names of those who get a circular of each kind, or do not. */
const PEOPLE: Record<CircularKind, (tx: SchoolTransaction, ids: readonly number[]) => Promise<readonly Person[]>> = {
  families: listGuardianNames,
  staff: listStaffNames,
  waiting: listContactNames,
}
type Person = Parameters<typeof fullName>[0] & { id: number }

/** Names are those of today; who is restricted or erased by now has none, and no line. */
export async function readCircular(tx: SchoolTransaction, id: number, today: string): Promise<CircularDetails> {
  const found = await findCircular(tx, id)
  if (!found) throw notFound()
  const { kind } = found
  const school = await getSchool(tx)
  const counts = (await countCircularMails(tx, [id])).get(id)
  const recipients = await listRecipients(tx, id, kind)
  const leftOut = storedLeftOut(found)
  const childIds = [
    ...recipients.flatMap(({ child_ids }) => child_ids),
    ...leftOut.flatMap(({ pupil_id, registration_id }) => pupil_id ?? registration_id ?? []),
  ]
  const children = await CHILDREN[kind](tx, childIds, today)
  const people = await PEOPLE[kind](
    tx,
    leftOut.flatMap(({ guardian_id, contact_id, employee_id }) => guardian_id ?? contact_id ?? employee_id ?? []),
  )
  return {
    ...toRow(found, counts),
    body: found.body,
    letter: letterTextOf(found, { Schule: school.name, Telefon: school.phone, 'E-Mail': school.mail }),
    sample: await readSample(tx, found, { first: recipients[0], today }),
    recipients: recipients.map(({ child_ids, firstname, lastname, error, ...recipient }) => {
      const own = child_ids.flatMap((child) => children.get(child) ?? [])
      const first = own[0]?.id ?? null
      return {
        ...recipient,
        name: fullName({ firstname, lastname }),
        children: childrenText(own),
        pupil_id: kind === 'families' ? first : null,
        employee_id: kind === 'staff' ? recipient.id : null,
        registration_id: kind === 'waiting' ? first : null,
        trouble: troubleOf(recipient.state, error),
      }
    }),
    attachments: await listAttachments(tx, id),
    left_out: namedLeftOut(
      leftOut.map((one) => ({ ...NO_IDS, ...one })),
      { children, people: new Map(people.map((person) => [person.id, person])) },
    ),
  }
}
