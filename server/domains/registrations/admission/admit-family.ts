import { phonesOf } from '#contract/families/families.ts'
import type { TransformForm } from '#contract/registrations/registrations.transform.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import {
  insertContactPerson,
  insertGuardian,
  insertRelation,
} from '#server/domains/families/families.shared.queries.ts'
import { isSamePerson } from '#server/domains/pupils/pupils.admission.shared.queries.ts'
import type { TransferRecord } from '#server/domains/pupils/pupils.shared.queries.ts'
import type { Admission } from './admission.ts'
import { type Contact, isMobile } from './guardian-differences.ts'
import { reuseGuardian } from './reuse-guardian.ts'

type KnownGuardian = TransferRecord['guardians'][number]

/** Whether somebody can be reached, and what follows for the child. */
interface Reach {
  /** False: the school cannot call or write to this person or hand the child over; the family only named them. */
  isReachable: boolean
  isMailVerified: boolean
}

const reachOf = ({ mail, phone, mail_verified_at }: Contact): Reach => ({
  isReachable: mail !== null || phone !== null,
  isMailVerified: mail_verified_at !== null,
})

/** For a guardian on record the record counts: the application may have confirmed another address. */
const recordedReach = (guardian: Awaited<ReturnType<typeof reuseGuardian>>): Reach => ({
  isReachable: guardian.mail !== null || phonesOf(guardian).length > 0,
  isMailVerified: guardian.mail !== null && guardian.mail_verified_at !== null,
})

/** Data about an adult that a school has and no application asks. */
const knownOf = (known: KnownGuardian) => ({
  salutation: known.salutation,
  title: known.title,
  phone_home: known.phone_home,
  phone_mobile: known.phone_mobile,
  phone_work: known.phone_work,
  interpreter_language: known.interpreter_language,
})

const mailOf = ({ mail, mail_verified_at, mail_origin }: Omit<Contact, 'mail_origin'> & { mail_origin: string }) => ({
  mail,
  mail_verified_at,
  mail_origin,
})

/** The application is newer; fields that it leaves open come from the child's former school. */
const guardianOf = (contact: Contact, known: KnownGuardian | undefined) => ({
  firstname: contact.firstname,
  lastname: contact.lastname,
  street: contact.street,
  house_number: contact.house_number,
  zip: contact.zip,
  city: contact.city,
  ...(known && knownOf(known)),
  ...mailOf({ ...contact, mail_origin: 'application', ...(contact.mail === null && known?.mail ? known : {}) }),
  ...(contact.phone !== null && { [isMobile(contact.phone) ? 'phone_mobile' : 'phone_home']: contact.phone }),
})

const relationOf = (contact: Contact, { meta, custodyProofSeenOn }: Admission, reach: Reach) => ({
  relationship: contact.relationship,
  has_custody: contact.has_custody,
  custody_proof_seen_at: contact.has_custody && meta.custody !== 'joint' ? custodyProofSeenOn : null,
  lives_with_pupil: contact.same_address,
  // Somebody without custody hears of the child only if the head allows it (domain §5.5).
  receives_sicknote_mail: contact.has_custody && reach.isMailVerified,
  emergency_priority: reach.isReachable ? contact.position : null,
  receives_letters: contact.has_custody && reach.isReachable,
  may_pickup: reach.isReachable,
  position: contact.position,
})

/**
 * Guardians with custody on the other school's record who are not in the application. They come along only when the
 * application says that custody is joint, because otherwise the family may have left them out on purpose (ADR 0025).
 */
export const furtherGuardians = ({ contacts, meta }: Pick<Admission, 'contacts' | 'meta'>, record: TransferRecord) =>
  meta.custody === 'joint'
    ? record.guardians.filter((known) => known.has_custody && !contacts.some((contact) => isSamePerson(contact, known)))
    : []

/** Copies an adult with the relation to the child; the other school has seen the proof of custody. */
async function copyGuardian(
  tx: SchoolTransaction,
  known: KnownGuardian,
  { pupil_id, position }: { pupil_id: number; position: number },
) {
  const { firstname, lastname, street, house_number, address_extra, zip, city, country, mail } = known
  const address = { street, house_number, address_extra, zip, city, country }
  const guardian_id = await insertGuardian(tx, {
    ...{ firstname, lastname, mail, ...address, ...knownOf(known) },
    mail_verified_at: known.mail_verified_at,
    mail_origin: known.mail_origin,
  })
  await insertRelation(tx, {
    ...{ pupil_id, guardian_id, position },
    relationship: known.relationship,
    has_custody: known.has_custody,
    lives_with_pupil: known.lives_with_pupil,
    receives_letters: known.receives_letters,
    receives_sicknote_mail: known.receives_sicknote_mail,
    may_pickup: known.may_pickup,
    emergency_priority: known.emergency_priority === null ? null : position,
  })
}

/** People to call keep their order after the guardians; families tell each school anew who may fetch the child. */
async function copyContactPersons(
  tx: SchoolTransaction,
  persons: TransferRecord['contactPersons'],
  { pupil_id, called }: { pupil_id: number; called: number },
) {
  for (const [index, person] of persons.entries()) {
    const { firstname, lastname, phone, relation, is_emergency, valid_from, valid_until } = person
    await insertContactPerson(tx, {
      ...{ pupil_id, firstname, lastname, phone, relation, is_emergency, valid_from, valid_until },
      may_pickup: false,
      priority: person.priority === null ? null : called + index + 1,
    })
  }
}

interface Family {
  pupilId: number
  /** The reused guardians on record, by position. */
  chosen: TransformForm['guardians']
  /** The record at the child's former school. */
  record: TransferRecord | undefined
}

/** The guardian that a contact of the application becomes: somebody on record whom staff chose, or somebody new. */
async function admitContact(
  tx: SchoolTransaction,
  contact: Contact,
  { admission, chosen, record }: Pick<Family, 'chosen' | 'record'> & { admission: Admission },
) {
  const reused = chosen.find(({ position }) => position === contact.position)
  if (reused) {
    const { guardian_id: guardianId, takes } = reused
    const guardian = await reuseGuardian(tx, { guardianId, contact, admission, takes })
    return { guardian_id: guardianId, reach: recordedReach(guardian) }
  }
  const known = record?.guardians.find((guardian) => isSamePerson(contact, guardian))
  return { guardian_id: await insertGuardian(tx, guardianOf(contact, known)), reach: reachOf(contact) }
}

/** Gives a new pupil the adults of the application and those who come along from another school. */
export async function admitFamily(tx: SchoolTransaction, admission: Admission, { pupilId, chosen, record }: Family) {
  const { contacts } = admission
  for (const contact of contacts) {
    const { guardian_id, reach } = await admitContact(tx, contact, { admission, chosen, record })
    await insertRelation(tx, { ...relationOf(contact, admission, reach), pupil_id: pupilId, guardian_id })
  }
  if (!record) return
  const further = furtherGuardians(admission, record)
  for (const [index, known] of further.entries())
    await copyGuardian(tx, known, { pupil_id: pupilId, position: contacts.length + index + 1 })
  await copyContactPersons(tx, record.contactPersons, { pupil_id: pupilId, called: contacts.length + further.length })
}
