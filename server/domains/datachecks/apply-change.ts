import { isDeepStrictEqual } from 'node:util'
import type { CheckedAddress, CheckedContact } from '#contract/datachecks/datachecks.form.ts'
import { CHECKED_ADDRESS_KEYS, DATA_CHECK_TEXTS } from '#contract/datachecks/datachecks.texts.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import {
  addContactPerson,
  changeContactPerson,
  removeContactPerson,
} from '#server/domains/families/change-contact-person.shared.ts'
import { changeGuardian } from '#server/domains/families/change-guardian.shared.ts'
import { changePupil } from '#server/domains/pupils/change-pupil.shared.ts'
import { ApiError, conflict } from '#server/http/api-error.ts'
import { type StoredChange, setSubject, type Values } from './datachecks.changes.queries.ts'
import { pick } from './family-record.ts'

interface Applied {
  change: StoredChange
  guardianId: number
}

interface Written extends Applied {
  values: Values
}

/** Nothing the page shows says that a record is gone, so the 404 of a use case becomes a sentence. */
const orGone = async <T>(work: Promise<T>) => {
  try {
    return await work
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw conflict(DATA_CHECK_TEXTS.gone)
    throw error
  }
}

const add = async (tx: SchoolTransaction, { id, pupil_id }: StoredChange, person: Values) => {
  const form = { ...(person as unknown as CheckedContact), valid_from: null, valid_until: null, priority: undefined }
  const added = await orGone(addContactPerson(tx, { pupilId: pupil_id, form }))
  await setSubject(tx, id, added.id)
}

const remove = ({ subject_id, pupil_id }: StoredChange, tx: SchoolTransaction) =>
  orGone(removeContactPerson(tx, { pupilId: pupil_id, contactId: subject_id ?? 0 }))

/** Writes values to the record of a proposal; the caller has compared it under locks. */
async function write(tx: SchoolTransaction, { change, guardianId, values }: Written, acting: Acting) {
  const { subject, subject_id, pupil_id: pupilId } = change
  const contactId = subject_id ?? 0
  if (subject === 'guardian') await orGone(changeGuardian(tx, { pupilId, guardianId, form: values }, acting))
  if (subject === 'pupil') {
    const form = pick(values as unknown as CheckedAddress, CHECKED_ADDRESS_KEYS)
    await orGone(changePupil(tx, { id: pupilId, form }, acting))
  }
  if (subject === 'contact_person') await orGone(changeContactPerson(tx, { pupilId, contactId, form: values }))
}

/** A remark has been read, and nothing is written. */
export async function apply(tx: SchoolTransaction, applied: Applied, acting: Acting) {
  const { change } = applied
  if (change.subject === 'new_contact') return add(tx, change, change.after)
  if (change.subject === 'gone_contact') return remove(change, tx)
  return write(tx, { ...applied, values: change.after }, acting)
}

/** Whether the record still has what was accepted. */
export const isAsAccepted = ({ subject, after }: StoredChange, current: Values | null) => {
  if (subject === 'remark') return true
  return subject === 'gone_contact' ? current === null : isDeepStrictEqual(current, after)
}

/** The way back: the values from before are written as a change of their own. */
export async function takeBack(tx: SchoolTransaction, applied: Applied, acting: Acting) {
  const { change } = applied
  if (change.subject === 'gone_contact') return add(tx, change, change.before)
  if (change.subject !== 'new_contact') return write(tx, { ...applied, values: change.before }, acting)
  await remove(change, tx)
  await setSubject(tx, change.id, null)
}
