import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  Email,
  EmptyToNull,
  Id,
  IdParam,
  Instant,
  IsoDate,
  PersonName,
  Phone,
  QueryId,
  Search,
  Text,
  Version,
  Zip,
} from './formats.ts'
import { MessageReply } from './message-reply.ts'
import { LanguageCode } from './pupils.fields.ts'
import { RELATIONSHIPS } from './relationships.ts'

export const CUSTODY_PROOF_KINDS = [
  'birth_certificate',
  'negative_certificate',
  'court_decision',
  'declaration',
] as const
export const CUSTODY_PROOF_LABELS: Record<(typeof CUSTODY_PROOF_KINDS)[number], string> = {
  birth_certificate: 'Geburtsurkunde',
  negative_certificate: 'Negativbescheinigung',
  court_decision: 'Gerichtsbeschluss',
  declaration: 'Sorgeerklärung',
}
export const GUARDIAN_SALUTATIONS = ['ms', 'mr', 'none'] as const

export const Address = z.object({
  street: z.string().nullable(),
  house_number: z.string().nullable(),
  address_extra: z.string().nullable(),
  zip: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
})

/** A guardian as seen from one pupil (domain §1.7). */
export const PupilGuardian = z.object({
  guardian_id: z.int(),
  position: z.int(),
  salutation: z.enum(GUARDIAN_SALUTATIONS),
  title: z.string().nullable(),
  firstname: z.string(),
  lastname: z.string(),
  relationship: z.enum(RELATIONSHIPS),
  has_custody: z.boolean(),
  lives_with_pupil: z.boolean(),
  receives_letters: z.boolean(),
  receives_sicknote_mail: z.boolean(),
  may_pickup: z.boolean(),
  emergency_priority: z.int().nullable(),
  custody_proof_seen_at: z.iso.date().nullable(),
  custody_proof_kind: z.enum(CUSTODY_PROOF_KINDS).nullable(),
  phone_home: z.string().nullable(),
  phone_mobile: z.string().nullable(),
  phone_work: z.string().nullable(),
  mail: z.string().nullable(),
  mail_verified_at: Instant.nullable(),
  interpreter_language: z.string().nullable(),
  /** Null: lives at the pupil's address. Absent for teachers when the guardian lives apart (domain §1.0, class C). */
  address: Address.nullable().optional(),
  /** Children at this school, beside this one, for whom the same record counts, as far as the viewer may see them. */
  also_for: z.array(z.object({ id: z.int(), firstname: z.string(), classgradePlain: z.string().nullable() })),
  /** Of the person and of what they are for this child. */
  version: Version,
  relation_version: Version,
})
export type PupilGuardian = z.output<typeof PupilGuardian>

/** Somebody else to call or who may fetch the child (domain §1.8). */
export const PupilContactPerson = z.object({
  id: z.int(),
  firstname: z.string(),
  lastname: z.string(),
  relation: z.string().nullable(),
  phone: z.string(),
  is_emergency: z.boolean(),
  may_pickup: z.boolean(),
  valid_from: z.iso.date().nullable(),
  valid_until: z.iso.date().nullable(),
  priority: z.int().nullable(),
  version: Version,
})
export type PupilContactPerson = z.output<typeof PupilContactPerson>

const person = {
  salutation: z.enum(GUARDIAN_SALUTATIONS),
  title: EmptyToNull(Text(20)),
  firstname: PersonName,
  lastname: PersonName,
  street: EmptyToNull(Text(80)),
  house_number: EmptyToNull(Text(10)),
  address_extra: EmptyToNull(Text(80)),
  zip: EmptyToNull(Zip),
  city: EmptyToNull(Text(80)),
  phone_home: EmptyToNull(Phone),
  phone_mobile: EmptyToNull(Phone),
  phone_work: EmptyToNull(Phone),
  mail: EmptyToNull(Email),
  interpreter_language: EmptyToNull(LanguageCode),
}

const relation = {
  relationship: z.enum(RELATIONSHIPS),
  has_custody: z.boolean(),
  lives_with_pupil: z.boolean(),
  receives_letters: z.boolean(),
  receives_sicknote_mail: z.boolean(),
  may_pickup: z.boolean(),
  custody_proof_seen_at: EmptyToNull(IsoDate),
  custody_proof_kind: z.enum(CUSTODY_PROOF_KINDS).nullable(),
}

/** Which keys belong to the person, whom siblings share, and which to what they are for this child. */
export const GUARDIAN_PERSON_FIELDS = Object.keys(person) as (keyof typeof person)[]
export const GUARDIAN_RELATION_FIELDS = Object.keys(relation) as (keyof typeof relation)[]

const relationDefaults = {
  relationship: relation.relationship,
  has_custody: relation.has_custody.default(true),
  lives_with_pupil: relation.lives_with_pupil.default(true),
  receives_letters: relation.receives_letters.default(true),
  receives_sicknote_mail: relation.receives_sicknote_mail.default(true),
  may_pickup: relation.may_pickup.default(true),
  custody_proof_seen_at: relation.custody_proof_seen_at.default(null),
  custody_proof_kind: relation.custody_proof_kind.default(null),
}

/** A person who is not on record yet. */
export const NewGuardianForm = z.object({
  ...person,
  salutation: person.salutation.default('none'),
  title: person.title.default(null),
  street: person.street.default(null),
  house_number: person.house_number.default(null),
  address_extra: person.address_extra.default(null),
  zip: person.zip.default(null),
  city: person.city.default(null),
  phone_home: person.phone_home.default(null),
  phone_mobile: person.phone_mobile.default(null),
  phone_work: person.phone_work.default(null),
  mail: person.mail.default(null),
  interpreter_language: person.interpreter_language.default(null),
  ...relationDefaults,
})
export type NewGuardianForm = z.output<typeof NewGuardianForm>

/** A guardian of a sibling becomes one of this child too. */
export const LinkGuardianForm = z.object({ guardian_id: Id, ...relationDefaults })

/** The changed keys of either; `version` of the person, `relation_version` of the rest. */
export const GuardianChange = z
  .object({ ...person, ...relation })
  .partial()
  .extend({ version: Version.optional(), relation_version: Version.optional() })
export type GuardianChange = z.output<typeof GuardianChange>

const contact = {
  firstname: PersonName,
  lastname: PersonName,
  relation: EmptyToNull(Text(40)),
  phone: Phone,
  is_emergency: z.boolean(),
  may_pickup: z.boolean(),
  valid_from: EmptyToNull(IsoDate),
  valid_until: EmptyToNull(IsoDate),
}

export const NewContactPersonForm = z.object({
  ...contact,
  relation: contact.relation.default(null),
  is_emergency: contact.is_emergency.default(true),
  may_pickup: contact.may_pickup.default(false),
  valid_from: contact.valid_from.default(null),
  valid_until: contact.valid_until.default(null),
})
export type NewContactPersonForm = z.output<typeof NewContactPersonForm>

export const ContactPersonChange = z.object(contact).partial().extend({ version: Version.optional() })
export type ContactPersonChange = z.output<typeof ContactPersonChange>

/** Whom to call first: guardians and contact persons in one order; who is not named is not to be called. */
export const EmergencyOrderForm = z.object({
  order: z.array(z.object({ kind: z.enum(['guardian', 'contact_person']), id: Id })).max(20),
})

/** Fixed texts of refusals. */
export const FAMILY_TEXTS = {
  lastCustodian: 'Mindestens eine Person mit Sorgerecht muss eingetragen bleiben.',
  alreadyGuardian: 'Diese Person ist bei diesem Kind schon eingetragen.',
  validOrder: 'Das Ende liegt vor dem Beginn.',
  unknownPerson: 'Eine dieser Personen gehört nicht zu diesem Kind.',
} as const

const GuardianParams = z.object({ id: QueryId, guardian_id: QueryId })
const ContactParams = z.object({ id: QueryId, contact_id: QueryId })
const access = 'manage pupil' as const

/** Guardians and other contact persons of a pupil; they are read with the pupil's page. */
export const familyEndpoints = {
  findGuardians: endpoint({
    method: 'GET',
    path: '/api/admin/guardian',
    access,
    query: z.object({ search: Search }),
    response: z.array(
      z.object({
        guardian_id: z.int(),
        fullname: z.string(),
        mail: z.string().nullable(),
        pupils: z.array(z.string()),
      }),
    ),
    summary: 'Sorgeberechtigte der Schule mit ihren Kindern, um sie zu einem Geschwister dazuzunehmen',
  }),
  addGuardian: endpoint({
    method: 'POST',
    path: '/api/admin/pupil/:id/guardians',
    access,
    params: IdParam,
    body: z.union([LinkGuardianForm, NewGuardianForm]),
    response: MessageReply.extend({ guardian_id: Id }),
    status: 201,
    idempotent: true,
    summary: 'Sorgeberechtigte Person eintragen, neu oder eine schon bekannte',
  }),
  changeGuardian: endpoint({
    method: 'PUT',
    path: '/api/admin/pupil/:id/guardians/:guardian_id',
    access,
    params: GuardianParams,
    body: GuardianChange,
    response: MessageReply,
    summary: 'Angaben einer sorgeberechtigten Person ändern; was zur Person gehört, gilt auch bei den Geschwistern',
  }),
  removeGuardian: endpoint({
    method: 'DELETE',
    path: '/api/admin/pupil/:id/guardians/:guardian_id',
    access,
    params: GuardianParams,
    response: MessageReply,
    summary: 'Nicht mehr bei diesem Kind; ohne weitere Kinder wird die Person gelöscht',
  }),
  addContactPerson: endpoint({
    method: 'POST',
    path: '/api/admin/pupil/:id/contactPersons',
    access,
    params: IdParam,
    body: NewContactPersonForm,
    response: MessageReply.extend({ id: Id }),
    status: 201,
    idempotent: true,
    summary: 'Weitere Kontaktperson eintragen',
  }),
  changeContactPerson: endpoint({
    method: 'PUT',
    path: '/api/admin/pupil/:id/contactPersons/:contact_id',
    access,
    params: ContactParams,
    body: ContactPersonChange,
    response: MessageReply,
    summary: 'Kontaktperson ändern',
  }),
  removeContactPerson: endpoint({
    method: 'DELETE',
    path: '/api/admin/pupil/:id/contactPersons/:contact_id',
    access,
    params: ContactParams,
    response: MessageReply,
    summary: 'Kontaktperson löschen',
  }),
  orderEmergency: endpoint({
    method: 'PUT',
    path: '/api/admin/pupil/:id/emergencyOrder',
    access,
    params: IdParam,
    body: EmergencyOrderForm,
    response: MessageReply,
    summary: 'Wer im Notfall zuerst angerufen wird',
  }),
}
