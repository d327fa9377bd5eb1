import { composeCircular, withoutFrame } from '#contract/circulars/circulars.text.ts'
import { CIRCULAR_TEXTS } from '#contract/circulars/circulars.ts'
import { MAIL_TROUBLE_LABELS } from '#contract/mail-trouble.ts'
import { fullName } from '#contract/person-names.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { getSchool } from '#server/domains/schools/schools.shared.queries.ts'
import { notFound } from '#server/http/api-error.ts'
import type { Child } from './circular-reader.ts'
import { findCircular, hasNotLeft, listRecipients, type StoredCircular } from './circulars.queries.ts'
import { listWaitingRows, type WaitingRow } from './circulars.waiting.queries.ts'
import { isUnaddressed, storedLeftOut } from './left-out.ts'
import { applicantOf } from './plan-waiting.ts'
import { valuesFor } from './reader-values.shared.ts'

/** Somebody on the waiting list whom no mail reached. */
export interface UnreachedContact {
  contactId: number
  name: string
  /** The applications of the circular that are still on the waiting list. */
  children: Child[]
}

interface Unreached {
  contactId: number
  registrationIds: readonly number[]
}

async function listUnreached(tx: SchoolTransaction, circular: StoredCircular): Promise<Unreached[]> {
  const failed = (await listRecipients(tx, circular.id, circular.kind)).filter(hasNotLeft)
  const unaddressed = storedLeftOut(circular).filter(isUnaddressed)
  return [
    ...failed.map(({ id, child_ids }) => ({ contactId: id, registrationIds: child_ids })),
    ...unaddressed.flatMap(({ contact_id, registration_id }) =>
      contact_id && registration_id ? [{ contactId: contact_id, registrationIds: [registration_id] }] : [],
    ),
  ]
}

const isWritable = (row: WaitingRow) => row.is_waiting && row.has_custody === true

async function readUnreached(tx: SchoolTransaction, circular: StoredCircular) {
  const unreached = await listUnreached(tx, circular)
  const ids = unreached.flatMap(({ registrationIds }) => registrationIds)
  return { unreached, rows: await listWaitingRows(tx, circular, ids) }
}

const refusalOf = (row: WaitingRow | undefined) => {
  if (!row) return MAIL_TROUBLE_LABELS.gone
  return row.is_waiting ? MAIL_TROUBLE_LABELS.no_custody : CIRCULAR_TEXTS.hasLeftList(row.child_firstname)
}

/** Why somebody whom the circular did not reach gets no letter either; null for everybody else. */
export async function letterRefusals(tx: SchoolTransaction, circular: StoredCircular) {
  const { unreached, rows } =
    circular.kind === 'waiting' ? await readUnreached(tx, circular) : { unreached: [], rows: [] }
  const keyOf = (contactId: number | null | undefined, ids: readonly unknown[]) => `${contactId} ${ids.join(' ')}`
  const refusals = new Map(
    unreached.flatMap(({ contactId, registrationIds }) => {
      const row = rows.find(({ contact_id }) => contact_id === contactId)
      const text = `${refusalOf(row)} ${CIRCULAR_TEXTS.noLetter}`
      return row && isWritable(row) ? [] : [[keyOf(contactId, registrationIds), text] as const]
    }),
  )
  return (contactId: number | null | undefined, registrationIds: readonly unknown[]) =>
    refusals.get(keyOf(contactId, registrationIds)) ?? null
}

/** The contacts whom a circular to the waiting list did not reach and who still get a letter. Throws 404 for any other circular. */
export async function findUnreachedContacts(tx: SchoolTransaction, id: number) {
  const circular = await findCircular(tx, id)
  if (circular?.kind !== 'waiting') throw notFound()
  const { unreached, rows } = await readUnreached(tx, circular)
  const waiting = rows.filter(isWritable)
  const people = unreached.flatMap(({ contactId, registrationIds }): UnreachedContact[] => {
    const contact = waiting.find(({ contact_id }) => contact_id === contactId)
    if (!contact) return []
    const own = registrationIds.flatMap((one) => waiting.find(({ registration_id }) => registration_id === one) ?? [])
    const name = fullName({ firstname: contact.firstname ?? '', lastname: contact.lastname ?? '' })
    return [{ contactId, name, children: own.map(applicantOf) }]
  })
  return { circular, people }
}

/** Writes the circular as a letter: subject and paragraphs from the greeting on, without the farewell. */
export async function circularLetters(tx: SchoolTransaction, { subject, body, kind }: StoredCircular) {
  const school = await getSchool(tx)
  const text = { subject, body: `{Anrede},\n\n${withoutFrame(body)}`, kind }
  return (reader: Pick<UnreachedContact, 'name' | 'children'>) => composeCircular(text, valuesFor(school, reader))
}
