import type { CircularAudience } from '#contract/circulars/circulars.audience.ts'
import type { CircularLeftOut, CircularReason } from '#contract/circulars/circulars.ts'
import { fullName } from '#contract/person-names.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { notFound } from '#server/http/api-error.ts'
import {
  type CircularReader,
  type IsUnreachable,
  NO_IDS,
  personKey,
  triesAll,
  unreachableIn,
} from './circular-reader.ts'
import { type FamilyRow, listFamilyRows } from './circulars.families.shared.queries.ts'
import { childOf, childrenText, leftOutOfRow } from './family-names.shared.ts'
import { planStaff } from './plan-staff.ts'
import { planWaiting } from './plan-waiting.ts'

type Guardian = FamilyRow & { guardian_id: number; firstname: string; lastname: string; mail: string }

/** Why this row brings no mail; undefined: it does. */
export const reasonOfFamily = (row: FamilyRow, isUnreachable: IsUnreachable): CircularReason | undefined => {
  if (!row.informs_parents) return 'of_age'
  if (row.guardian_id === null) return 'nobody'
  if (!row.has_custody) return 'no_custody'
  if (row.mail === null) return 'no_mail'
  if (!row.is_usable) return 'unconfirmed'
  return isUnreachable(row.mail) ? 'unreachable' : undefined
}

const leftOutOf = (row: FamilyRow, reason: CircularReason): CircularLeftOut => ({
  ...NO_IDS,
  ...leftOutOfRow(row, reason === 'of_age' || row.guardian_id === null),
  reason,
})

/** Who reads the mail and who does not, from the rows of the families. */
export function planReaders(rows: readonly FamilyRow[], isUnreachable: IsUnreachable = triesAll) {
  const readers = new Map<string, CircularReader>()
  const leftOut = new Map<string, CircularLeftOut>()
  for (const row of rows) {
    const reason = reasonOfFamily(row, isUnreachable)
    if (reason !== undefined) {
      const one = leftOutOf(row, reason)
      leftOut.set(`${one.pupil_id} ${one.guardian_id}`, one)
      continue
    }
    const guardian = row as Guardian
    const key = personKey(guardian)
    const { guardian_id: id, mail, firstname, lastname } = guardian
    const reader = readers.get(key) ?? { id, mail, name: fullName({ firstname, lastname }), children: [] }
    if (!reader.children.some((child) => child.id === row.pupil_id)) reader.children.push(childOf(row))
    // The smallest number is the same in whatever order the classes come.
    readers.set(key, { ...reader, id: Math.min(reader.id, id) })
  }
  return { readers: [...readers.values()], leftOut: [...leftOut.values()] }
}

/**
 * What this guardian reads of these children; undefined when the guardian gets no mail. Another record of the same person
 * with the same address belongs to the same reader.
 */
export function familyReader(rows: readonly FamilyRow[], guardianId: number) {
  const isMailed = (row: FamilyRow): row is Guardian => reasonOfFamily(row, triesAll) === undefined
  const mailed = rows.filter(isMailed)
  const own = mailed.find(({ guardian_id }) => guardian_id === guardianId)
  return own && planReaders(mailed.filter((row) => personKey(row) === personKey(own))).readers[0]
}

export async function planCircular(tx: SchoolTransaction, audience: CircularAudience, today: string) {
  const isUnreachable = audience.tries_unreachable ? undefined : await unreachableIn(tx)
  if (audience.kind === 'waiting') return await planWaiting(tx, audience, isUnreachable)
  if (audience.kind === 'staff') return await planStaff(tx, audience, { today, isUnreachable })
  const classIds = audience.is_whole_school ? null : audience.class_ids
  return planReaders(await listFamilyRows(tx, { classIds, pupilIds: null, today }), isUnreachable)
}

/** One of those who get it; 404 for everybody else. */
export async function getReader(tx: SchoolTransaction, asked: CircularAudience & { reader_id: number }, today: string) {
  const { readers } = await planCircular(tx, asked, today)
  const reader = readers.find(({ id }) => id === asked.reader_id)
  if (!reader) throw notFound()
  return reader
}

/** A reader as the page names them. */
export const shownReader = (reader: CircularReader) => ({
  id: reader.id,
  name: reader.name,
  children: childrenText(reader.children),
})
