import type { CircularKind } from '#contract/circulars/circulars.audience.ts'
import { circularSubject, letterTextOf } from '#contract/circulars/circulars.text.ts'
import type { CircularDetails, CircularRow } from '#contract/circulars/circulars.ts'
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
import { lateReaders } from './late-readers.ts'
import { isUnaddressed, storedLeftOut } from './left-out.ts'
import { shownReader } from './plan-circular.ts'
import { readApplicants } from './plan-waiting.ts'
import { readersNow } from './readers-now.ts'
import { letterRefusals } from './unreached-contacts.shared.ts'

const NO_MAILS = { all: 0, waiting: 0, sent: 0, failed: 0, dropped: 0, doubtful: 0 }

const toRow = (
  { id, subject, kind, audience, state, left_out, created_at, created_by }: StoredCircular,
  { counts = NO_MAILS, school }: { counts: typeof NO_MAILS | undefined; school: { name: string } },
): CircularRow => ({
  id,
  subject: circularSubject(subject, school),
  kind,
  audience,
  state: state === 'stopped' || counts.waiting > 0 ? (state as CircularRow['state']) : 'done',
  counts: {
    ...counts,
    unaddressed: storedLeftOut({ left_out }).filter(isUnaddressed).length,
    unreachable: storedLeftOut({ left_out }).filter(({ reason }) => reason === 'unreachable').length,
  },
  created_at,
  created_by,
})

export async function readCirculars(tx: SchoolTransaction, query: { page: number; per_page: number }) {
  const school = await getSchool(tx)
  const { rows, total } = await listCirculars(tx, query)
  const counts = await countCircularMails(
    tx,
    rows.map(({ id }) => id),
  )
  return { data: rows.map((row) => toRow(row, { counts: counts.get(row.id), school })), total, ...query }
}

/** The mail is made as it would be now; null for a person who would get none any more. */
async function readSample(
  tx: SchoolTransaction,
  circular: StoredCircular,
  { first, today }: { first: Recipient | undefined; today: string },
) {
  if (!first) return null
  const asked = { relatedType: RELATED_TYPES[circular.kind], mails: [first], choice: async () => circular }
  const reader = (await readersNow(tx, asked, today))(first)
  if (typeof reader === 'string') return null
  return { ...(await previewFor(tx, circular, reader)), reader: shownReader(reader) }
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
  const ready = new Set((await lateReaders(tx, found, today)).ready.map(({ index }) => index))
  const noLetter = await letterRefusals(tx, found)
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
    ...toRow(found, { counts, school }),
    body: found.body,
    letter: letterTextOf(found, { Schule: school.name, Telefon: school.phone, 'E-Mail': school.mail }),
    sample: await readSample(tx, found, { first: recipients[0], today }),
    recipients: recipients.map(({ child_ids, firstname, lastname, error, page_id, ...recipient }) => {
      const own = child_ids.flatMap((child) => children.get(child) ?? [])
      const first = (children.get(page_id ?? 0) ?? own[0])?.id ?? null
      return {
        ...recipient,
        name: fullName({ firstname, lastname }),
        children: childrenText(own),
        pupil_id: kind === 'families' ? first : null,
        employee_id: kind === 'staff' ? recipient.id : null,
        registration_id: kind === 'waiting' ? first : null,
        trouble: troubleOf(recipient.state, error),
        no_letter: noLetter(recipient.id, child_ids),
      }
    }),
    attachments: await listAttachments(tx, id),
    left_out: namedLeftOut(
      leftOut.map((one, index) => ({
        ...{ ...NO_IDS, ...one, is_ready: ready.has(index) },
        no_letter: noLetter(one.contact_id, [one.registration_id]),
      })),
      { children, people: new Map(people.map((person) => [person.id, person])) },
    ),
  }
}
