import {
  CHECKED_ADDRESS_KEYS,
  CHECKED_CONTACT_KEYS,
  CHECKED_PERSON_KEYS,
} from '#contract/datachecks/datachecks.texts.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { StoredChange, Values } from './datachecks.changes.queries.ts'
import type { StoredReader } from './datachecks.queries.ts'
import { findGuardian, listChildren, listContacts } from './datachecks.record.queries.ts'
import { checksum, pick } from './family-record.ts'

/** What is stored today about everything that the proposals of one reader are about. */
export interface CurrentRecords {
  guardian: Values | undefined
  pupils: ReadonlyMap<number, Values>
  contacts: ReadonlyMap<number, Values>
}

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
    contacts: new Map(contacts.map((one) => [one.id, pick(one, CHECKED_CONTACT_KEYS)])),
  }
}

const recordOf = ({ guardian, pupils, contacts }: CurrentRecords, { subject, subject_id }: StoredChange) => {
  if (subject === 'guardian') return guardian
  return (subject === 'pupil' ? pupils : contacts).get(subject_id ?? 0)
}

/** The stored values of the keys of a proposal; null when there is no such record any more, or none yet. */
export function currentOf(current: CurrentRecords, change: StoredChange): Values | null {
  const record = recordOf(current, change)
  if (!record) return null
  const keys = Object.keys(change.subject === 'gone_contact' ? change.before : change.after)
  return Object.fromEntries(keys.map((key) => [key, record[key] ?? null]))
}

/** Changes whenever the office's page would show other values or decisions. */
export const seenByOffice = (changes: readonly StoredChange[], current: CurrentRecords) =>
  checksum(changes.map((change) => [change.id, change.state, currentOf(current, change)]))
