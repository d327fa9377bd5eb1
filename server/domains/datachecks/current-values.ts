import { isDeepStrictEqual } from 'node:util'
import {
  CHECKED_ADDRESS_KEYS,
  CHECKED_CONTACT_KEYS,
  CHECKED_PERSON_KEYS,
} from '#contract/datachecks/datachecks.texts.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Replaced, StoredChange, Values } from './datachecks.changes.queries.ts'
import type { StoredReader } from './datachecks.queries.ts'
import { findGuardian, listChildren, listContacts, listNotes } from './datachecks.record.queries.ts'
import { checksum, pick } from './family-record.ts'

/** What is stored today about everything that the proposals of one reader are about. */
export interface CurrentRecords {
  guardian: Values | undefined
  pupils: ReadonlyMap<number, Values>
  contacts: ReadonlyMap<number, Replaced>
  /** The notes that were made from remarks and still exist. */
  notes: Awaited<ReturnType<typeof listNotes>>
}

/** A contact person with everything that the way back restores. */
const CONTACT_KEYS = [...CHECKED_CONTACT_KEYS, 'valid_from', 'valid_until', 'priority'] as const

export async function loadCurrent(
  tx: SchoolTransaction,
  { guardian_id }: StoredReader,
  changes: readonly StoredChange[],
): Promise<CurrentRecords> {
  const pupilIds = [...new Set(changes.map(({ pupil_id }) => pupil_id))]
  const guardian = await findGuardian(tx, guardian_id)
  const pupils = await listChildren(tx, pupilIds, guardian_id)
  const contacts = await listContacts(tx, pupilIds)
  return {
    guardian: guardian && pick(guardian, [...CHECKED_PERSON_KEYS, ...CHECKED_ADDRESS_KEYS]),
    pupils: new Map(pupils.map((pupil) => [pupil.id, pick(pupil, CHECKED_ADDRESS_KEYS)])),
    contacts: new Map(contacts.map((one) => [one.id, pick(one, CONTACT_KEYS)])),
    notes: await listNotes(
      tx,
      changes.flatMap(({ note_ids }) => note_ids),
    ),
  }
}

const recordOf = (
  { guardian, pupils, contacts }: CurrentRecords,
  { subject, subject_id }: StoredChange,
): Replaced | undefined => {
  if (subject === 'guardian') return guardian
  return (subject === 'pupil' ? pupils : contacts).get(subject_id ?? 0)
}

/** The stored values of the keys of a proposal; null when there is no such record any more, or none yet. */
export function currentOf(current: CurrentRecords, change: StoredChange): Values | null {
  const record = recordOf(current, change)
  if (!record) return null
  return pickKnown(record, Object.keys(change.subject === 'gone_contact' ? change.before : change.after))
}

const pickKnown = (record: Replaced, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, record[key] ?? null])) as Values

/** What an acceptance replaces, as the way back needs it; null when it only adds something. */
export function replacedBy(current: CurrentRecords, change: StoredChange): Replaced | null {
  const record = recordOf(current, change)
  if (!record || change.subject === 'gone_contact') return record ?? null
  const values = pickKnown(record, Object.keys(change.after))
  return change.subject === 'contact_person' ? { ...values, priority: record.priority ?? null } : values
}

/** The replaced values as the page shows them; null if the decision stored none. */
export const shownReplaced = ({ subject, before, after, replaced }: StoredChange) =>
  replaced && pickKnown(replaced, Object.keys(subject === 'gone_contact' ? before : after))

/** Whether the record still has what was accepted. */
const isAsAccepted = (current: CurrentRecords, change: StoredChange) => {
  const { subject, after, note_ids } = change
  if (subject === 'remark') return !current.notes.some(({ id, isChanged }) => isChanged && note_ids.includes(id))
  const stored = currentOf(current, change)
  return subject === 'gone_contact' ? stored === null : isDeepStrictEqual(stored, after)
}

/** The family has proposed something else about the same since. */
const isReplacedByNewer = (changes: readonly StoredChange[], { subject, subject_id, part }: StoredChange) =>
  subject !== 'new_contact' &&
  changes.some(
    (one) => one.state === 'open' && one.subject === subject && one.subject_id === subject_id && one.part === part,
  )

/** Whether a decision can still be taken back; button and handler ask the same. */
export const isUndoable = (
  { current, changes }: { current: CurrentRecords; changes: readonly StoredChange[] },
  change: StoredChange,
) =>
  change.state !== 'open' &&
  !isReplacedByNewer(changes, change) &&
  (change.state === 'declined' || isAsAccepted(current, change))

/** Changes whenever the office's page would show other values or decisions. */
export const seenByOffice = (changes: readonly StoredChange[], current: CurrentRecords) =>
  checksum(changes.map((change) => [change.id, change.state, currentOf(current, change)]))
