import { letterTextOf } from '#contract/circulars/circulars.text.ts'
import type { CircularDetails, CircularReason, CircularRow } from '#contract/circulars/circulars.ts'
import { fullName } from '#contract/person-names.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { toClassRef } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { getSchool } from '#server/domains/schools/schools.shared.queries.ts'
import { notFound } from '#server/http/api-error.ts'
import { troubleOf } from '#server/mail/mail-trouble.ts'
import { previewFor } from './circular-mail.ts'
import { listAttachments } from './circulars.attachments.queries.ts'
import { listFamilyRows } from './circulars.families.shared.queries.ts'
import {
  countCircularMails,
  findCircular,
  listCirculars,
  listNames,
  listRecipients,
  type StoredCircular,
} from './circulars.queries.ts'
import { listStaffNames } from './circulars.staff.queries.ts'
import { findReaderNow } from './find-reader.ts'
import { childrenText, childText, shownReader } from './plan-circular.ts'

const NO_MAILS = { all: 0, waiting: 0, sent: 0, failed: 0, dropped: 0, doubtful: 0 }

interface StoredLeftOut {
  pupil_id: number | null
  guardian_id: number | null
  /** Missing in circulars to families. */
  employee_id?: number | null
  reason: CircularReason
}

const isUnaddressed = ({ reason }: StoredLeftOut) => ['no_mail', 'unconfirmed', 'unreachable'].includes(reason)

const toRow = (
  { id, subject, kind, audience, state, left_out, created_at, created_by }: StoredCircular,
  counts = NO_MAILS,
): CircularRow => ({
  id,
  subject,
  kind,
  audience,
  state: state === 'stopped' || counts.waiting > 0 ? (state as CircularRow['state']) : 'done',
  counts: { ...counts, unaddressed: (left_out as unknown as StoredLeftOut[]).filter(isUnaddressed).length },
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
  const wanted = { kind: circular.kind, id: first.id, pupilIds: first.pupil_ids.map(Number) }
  const reader = await findReaderNow(tx, wanted, today)
  return reader ? { ...(await previewFor(tx, circular, reader)), reader: shownReader(reader) } : null
}
type Recipient = Awaited<ReturnType<typeof listRecipients>>[number]

const toStaffLeftOut = (reason: CircularReason, person: Parameters<typeof fullName>[0] & { id: number }) => ({
  ...{ pupil_id: null, guardian_id: null, employee_id: person.id },
  ...{ child: '', name: fullName(person), reason },
})

async function staffLeftOut(tx: SchoolTransaction, leftOut: readonly StoredLeftOut[]) {
  const people = await listStaffNames(
    tx,
    leftOut.flatMap(({ employee_id }) => employee_id ?? []),
  )
  const named = new Map(people.map((person) => [person.id, person]))
  return leftOut.flatMap(({ employee_id, reason }) => {
    const person = named.get(employee_id ?? 0)
    return person ? [toStaffLeftOut(reason, person)] : []
  })
}

interface FamilyNames {
  names: Awaited<ReturnType<typeof listNames>>
  classOf: (pupil: number) => string
}

const familiesLeftOut = (leftOut: readonly StoredLeftOut[], { names, classOf }: FamilyNames) =>
  leftOut.flatMap(({ pupil_id, guardian_id, reason }) => {
    const child = names.pupils.get(pupil_id ?? 0)
    const guardian = guardian_id === null ? undefined : names.guardians.get(guardian_id)
    if (!child || (guardian_id !== null && !guardian)) return []
    const about = { firstname: guardian ? child.firstname : fullName(child), schoolclass: classOf(child.id) }
    const name = guardian ? fullName(guardian) : null
    return [{ pupil_id, employee_id: null, child: childText(about), guardian_id, name, reason }]
  })

/** Names are those of today; who is restricted or erased by now has none, and no line. */
export async function readCircular(tx: SchoolTransaction, id: number, today: string): Promise<CircularDetails> {
  const found = await findCircular(tx, id)
  if (!found) throw notFound()
  const school = await getSchool(tx)
  const counts = (await countCircularMails(tx, [id])).get(id)
  const recipients = await listRecipients(tx, id, found.kind)
  const leftOut = found.left_out as unknown as StoredLeftOut[]
  const names = await listNames(tx, {
    pupils: [...recipients.flatMap(({ pupil_ids }) => pupil_ids), ...leftOut.flatMap(({ pupil_id }) => pupil_id ?? [])],
    guardians: leftOut.flatMap(({ guardian_id }) => guardian_id ?? []),
  })
  const rows = await listFamilyRows(tx, { classIds: null, pupilIds: [...names.pupils.keys()], today })
  const classes = new Map(rows.map((row) => [row.pupil_id, toClassRef(row)?.classgradePlain ?? '']))
  const classOf = (pupil: number) => classes.get(pupil) ?? ''
  return {
    ...toRow(found, counts),
    body: found.body,
    letter: letterTextOf(found, { Schule: school.name, Telefon: school.phone, 'E-Mail': school.mail }),
    sample: await readSample(tx, found, { first: recipients[0], today }),
    recipients: recipients.map(({ pupil_ids, firstname, lastname, error, ...recipient }) => {
      const children = pupil_ids.flatMap((pupil) => names.pupils.get(Number(pupil)) ?? [])
      return {
        ...recipient,
        name: fullName({ firstname, lastname }),
        children: childrenText(children.map(({ id, firstname }) => ({ firstname, schoolclass: classOf(id) }))),
        pupil_id: children[0]?.id ?? null,
        employee_id: found.kind === 'staff' ? recipient.id : null,
        trouble: troubleOf(recipient.state, error),
      }
    }),
    attachments: await listAttachments(tx, id),
    left_out: found.kind === 'staff' ? await staffLeftOut(tx, leftOut) : familiesLeftOut(leftOut, { names, classOf }),
  }
}
