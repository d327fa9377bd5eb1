import type { CheckedAddress, CheckedContact } from '#contract/datachecks/datachecks.form.ts'
import { CHECKED_ADDRESS_KEYS, DATA_CHECK_TEXTS, remarkNote } from '#contract/datachecks/datachecks.texts.ts'
import { berlinToday } from '#contract/dates.ts'
import { titledName } from '#contract/person-names.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import {
  addContactPerson,
  changeContactPerson,
  removeContactPerson,
} from '#server/domains/families/change-contact-person.shared.ts'
import { changeGuardian } from '#server/domains/families/change-guardian.shared.ts'
import { addNote, removeNote } from '#server/domains/pupils/change-note.shared.ts'
import { changePupil } from '#server/domains/pupils/change-pupil.shared.ts'
import { ApiError, conflict } from '#server/http/api-error.ts'
import { loadCurrent, replacedBy } from './current-values.ts'
import { type Replaced, type StoredChange, setNotes, setReplaced, setSubject } from './datachecks.changes.queries.ts'
import type { StoredReader } from './datachecks.queries.ts'
import { listChildren, listNotes } from './datachecks.record.queries.ts'
import { pick } from './family-record.ts'

interface Applied {
  change: StoredChange
  reader: StoredReader
}

interface Written extends Applied {
  values: Replaced
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

const add = async (tx: SchoolTransaction, { id, pupil_id }: StoredChange, person: Replaced) => {
  const form = { valid_from: null, valid_until: null, priority: undefined, ...(person as unknown as CheckedContact) }
  const added = await orGone(addContactPerson(tx, { pupilId: pupil_id, form }))
  await setSubject(tx, id, added.id)
}

const remove = ({ subject_id, pupil_id }: StoredChange, tx: SchoolTransaction) =>
  orGone(removeContactPerson(tx, { pupilId: pupil_id, contactId: subject_id ?? 0 }))

/** A remark about the family becomes a note of each child, class E. */
async function writeNotes(tx: SchoolTransaction, { change, reader }: Applied, { viewer, now }: Acting) {
  const children = await listChildren(tx, reader.pupil_ids, reader.guardian_id)
  if (children.length === 0) throw conflict(DATA_CHECK_TEXTS.gone)
  const day = berlinToday(reader.answered_at ? new Date(reader.answered_at) : now)
  const body_markdown = remarkNote({ name: titledName(reader), day, text: String(change.after.text) })
  const ids = []
  for (const { id: pupilId } of children) ids.push((await addNote(tx, { pupilId, body_markdown, now }, viewer)).id)
  await setNotes(tx, change.id, ids)
}

async function removeNotes(tx: SchoolTransaction, { id, note_ids }: StoredChange, { viewer }: Acting) {
  for (const note of await listNotes(tx, note_ids))
    await removeNote(tx, { pupilId: note.pupil_id, noteId: note.id }, viewer)
  await setNotes(tx, id, [])
}

/** Writes values to the record of a proposal; the caller has compared it under locks. */
async function write(tx: SchoolTransaction, { change, reader, values }: Written, acting: Acting) {
  const { subject, subject_id, pupil_id: pupilId } = change
  const contactId = subject_id ?? 0
  const guardianId = reader.guardian_id
  if (subject === 'guardian') await orGone(changeGuardian(tx, { pupilId, guardianId, form: values }, acting))
  if (subject === 'pupil') {
    const form = pick(values as unknown as CheckedAddress, CHECKED_ADDRESS_KEYS)
    await orGone(changePupil(tx, { id: pupilId, form }, acting))
  }
  if (subject !== 'contact_person') return
  const { priority, ...form } = values
  await orGone(changeContactPerson(tx, { pupilId, contactId, form, priority: priority as number | null }))
}

/** Writes a proposal and remembers what it takes the place of. */
export async function apply(tx: SchoolTransaction, applied: Applied, acting: Acting) {
  const { change, reader } = applied
  await setReplaced(tx, change.id, replacedBy(await loadCurrent(tx, reader, [change]), change))
  if (change.subject === 'remark') return writeNotes(tx, applied, acting)
  if (change.subject === 'new_contact') return add(tx, change, change.after)
  if (change.subject === 'gone_contact') return remove(change, tx)
  return write(tx, { ...applied, values: change.after }, acting)
}

/**
 * The way back: what stood there just before is written as a change of its own. Several are taken back in the opposite
 * order, so that each person finds the old position among the others.
 */
export async function takeBack(tx: SchoolTransaction, applied: Applied, acting: Acting) {
  const { change } = applied
  const values = change.replaced ?? change.before
  await setReplaced(tx, change.id, null)
  if (change.subject === 'remark') return removeNotes(tx, change, acting)
  if (change.subject === 'gone_contact') return add(tx, change, values)
  if (change.subject !== 'new_contact') return write(tx, { ...applied, values }, acting)
  await remove(change, tx)
  await setSubject(tx, change.id, null)
}
