import {
  type ContactPersonChange,
  FAMILY_TEXTS,
  type NewContactPersonForm,
} from '#contract/families/families.change.ts'
import { fullName } from '#contract/person-names.ts'
import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import { changedFields } from '#server/http/changed-fields.ts'
import { refuseStale } from '#server/http/refuse-stale.ts'
import { type Family, orderOf, placed, readFamily, refuseMore, saveCallOrder } from './call-order.ts'
import { deleteContactPerson, updateContactPerson } from './families.queries.ts'
import { insertContactPerson } from './families.shared.queries.ts'
import { lockFamily } from './lock-family.ts'

interface ContactKey {
  pupilId: number
  contactId: number
}

const refuseDates = ({ valid_from, valid_until }: { valid_from: string | null; valid_until: string | null }) => {
  if (valid_from !== null && valid_until !== null && valid_until < valid_from)
    throw invalid({ valid_until: [FAMILY_TEXTS.validOrder] })
}

const requireContact = ({ contacts }: Family, contactId: number) => {
  const contact = contacts.find(({ id }) => id === contactId)
  if (!contact) throw notFound()
  return contact
}

const place = async (tx: SchoolTransaction, { pupilId, contactId }: ContactKey, rank: number | null | undefined) => {
  const family = await readFamily(tx, pupilId)
  await saveCallOrder(tx, family, placed(orderOf(family), { kind: 'contact_person', id: contactId }, rank))
}

/** Adds somebody else to call or to fetch the child, at the end of the order unless the caller says where. */
export async function addContactPerson(
  tx: SchoolTransaction,
  { pupilId, form: { priority, ...form } }: { pupilId: number; form: NewContactPersonForm },
) {
  await lockFamily(tx, pupilId)
  refuseMore(await readFamily(tx, pupilId))
  refuseDates(form)
  const id = await insertContactPerson(tx, { ...form, pupil_id: pupilId })
  await place(tx, { pupilId, contactId: id }, form.is_emergency ? (priority ?? undefined) : null)
  return { id, message: `${fullName(form)} ist eingetragen.` }
}

/** `priority`: the position of somebody who is to be called again; at the end of the order when it is missing. */
export async function changeContactPerson(
  tx: SchoolTransaction,
  {
    pupilId,
    contactId,
    priority,
    form: { version, ...form },
  }: ContactKey & { form: ContactPersonChange; priority?: number | null },
) {
  await lockFamily(tx, pupilId)
  const stored = requireContact(await readFamily(tx, pupilId), contactId)
  const change = changedFields(stored, form)
  const fields = Object.keys(change)
  if (fields.length === 0) return { message: REPLY_TEXTS.nothingToChange }
  if ('valid_from' in change || 'valid_until' in change) refuseDates({ ...stored, ...change })
  const current = Object.fromEntries(fields.map((field) => [field, stored[field as keyof typeof stored]]))
  await refuseStale(tx, { stored, fields, version, current })
  await updateContactPerson(tx, contactId, change)
  if ('is_emergency' in change)
    await place(tx, { pupilId, contactId }, change.is_emergency ? (priority ?? undefined) : null)
  return { message: REPLY_TEXTS.saved }
}

export async function removeContactPerson(tx: SchoolTransaction, { pupilId, contactId }: ContactKey) {
  await lockFamily(tx, pupilId)
  const family = await readFamily(tx, pupilId)
  const contact = requireContact(family, contactId)
  await deleteContactPerson(tx, contactId)
  // The history finds a deleted row by the child alone.
  await logEvent(tx, { action: 'pupil_contact_person_deleted', entityType: 'pupil', entityId: pupilId })
  const left = { ...family, contacts: family.contacts.filter((one) => one !== contact) }
  await saveCallOrder(tx, left, orderOf(left))
  return { message: `${fullName(contact)} ist bei diesem Kind nicht mehr eingetragen.` }
}
