import { asksAgreement } from '#contract/registrations/registrations.agreement.ts'
import { hasCustody } from '#contract/registrations/registrations.custody.ts'
import type { RegistrationAnswers } from '#contract/registrations/registrations.form.ts'
import { searchWords } from '#contract/search-fold.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { changeContactMail } from '#server/domains/registrations/mails/change-contact-mail.ts'
import { clearAgreement } from '#server/domains/registrations/mails/registrations.agreement.queries.ts'
import { queueOptin } from '#server/domains/registrations/mails/send-optin.ts'
import { getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import { insertContacts } from './registrations.arrival.queries.ts'
import { deleteContact } from './registrations.deletion.shared.queries.ts'
import { removeContactMail, updateContact } from './registrations.edit.queries.ts'

interface StoredContact {
  id: number
  position: number
  firstname: string
  mail: string | null
  agreement_wanted: boolean
}

interface ContactsEdit {
  registrationId: number
  stored: readonly StoredContact[]
  answers: RegistrationAnswers
  /** The family had said that the second person cannot be reached. */
  wasUnreachable: boolean
}

type NewContact = RegistrationAnswers['contacts'][number] & { has_custody: boolean; agreement_wanted: boolean }

const addContact = async (tx: SchoolTransaction, contact: NewContact & { position: number }, edit: ContactsEdit) => {
  const rows = await insertContacts(tx, [{ ...contact, registration_id: edit.registrationId }])
  for (const { id, mail } of rows) {
    if (mail) await queueOptin(tx, { id, mail })
  }
}

/** A new address must be confirmed, whatever the state of the former one (domain §2.3). */
const changeMail = (tx: SchoolTransaction, contactId: number, mail: string | null) =>
  mail ? changeContactMail(tx, { contactId, mail }) : removeContactMail(tx, contactId)

/** Writes one contact; returns whether the mail address changed. */
const writeContact = async (tx: SchoolTransaction, contact: NewContact & { position: number }, edit: ContactsEdit) => {
  const known = edit.stored.find(({ position }) => position === contact.position)
  if (!known) {
    await addContact(tx, contact, edit)
    return contact.mail !== null
  }
  await updateContact(tx, known.id, contact)
  if (givenName(known) !== givenName(contact)) await clearAgreement(tx, known.id)
  if (known.mail === contact.mail) return false
  await changeMail(tx, known.id, contact.mail)
  return true
}

const givenName = ({ firstname }: { firstname: string }) => searchWords(firstname)[0]

/** Whether the contact at this position is another person now, was removed, or has another mail address. */
export const isOtherPerson = (
  position: number | null,
  { stored, answers }: Pick<ContactsEdit, 'stored' | 'answers'>,
) => {
  const before = stored.find((contact) => contact.position === position)
  if (!before) return false
  const after = answers.contacts[before.position - 1]
  return after?.mail !== before.mail || givenName(after) !== givenName(before)
}

/** A second person is asked when entered or found; for others it was settled before and stays (ADR 0066). */
const agreementWanted = async (tx: SchoolTransaction, position: number, edit: ContactsEdit) => {
  const { meta } = edit.answers
  const known = edit.stored.find((contact) => contact.position === position)
  if (known && !edit.wasUnreachable) return known.agreement_wanted && !meta.second_contact_unreachable
  return asksAgreement(await getSetting(tx, 'SCHOOL_REGISTRATION_SETTINGS'), meta, position)
}

/** Writes the contacts of an edited application; returns the positions whose mail address changed. */
export async function editContacts(tx: SchoolTransaction, edit: ContactsEdit) {
  const { stored, answers } = edit
  const mailed: number[] = []
  for (const [index, contact] of answers.contacts.entries()) {
    const position = index + 1
    const person = {
      ...contact,
      position,
      has_custody: hasCustody(answers.meta.custody, position),
      agreement_wanted: await agreementWanted(tx, position, edit),
    }
    if (await writeContact(tx, person, edit)) mailed.push(position)
  }
  for (const { id, position } of stored) {
    if (position > answers.contacts.length) await deleteContact(tx, id)
  }
  return mailed
}
