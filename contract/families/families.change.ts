import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import {
  AddressText,
  Email,
  EmptyToNull,
  Id,
  IdParam,
  IsoDate,
  MESSAGES,
  PersonName,
  Phone,
  QueryId,
  Search,
  Text,
  Version,
  Zip,
} from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { changeOf, newOf } from '#contract/record.ts'
import { ContactPerson } from './contact-person.record.ts'
import { CallOrder, CUSTODY_PROOF_KINDS, FAMILY_MAX, GUARDIAN_SALUTATIONS } from './families.ts'
import { RELATIONSHIPS } from './relationships.ts'

/** ISO 639-1, and German Sign Language, for which a talk needs an interpreter as well. */
export const SIGN_LANGUAGE = 'gsg'
const InterpreterLanguage = z.string().regex(/^([a-z]{2}|gsg)$/, 'Bitte eine Sprache wählen.')

const person = {
  salutation: z.enum(GUARDIAN_SALUTATIONS),
  title: EmptyToNull(Text(20)),
  firstname: PersonName,
  lastname: PersonName,
  street: EmptyToNull(AddressText(80)),
  house_number: EmptyToNull(AddressText(10)),
  address_extra: EmptyToNull(AddressText(80)),
  /** Five digits where the country is Germany; elsewhere as it is. */
  zip: EmptyToNull(AddressText(12)),
  city: EmptyToNull(AddressText(80)),
  /** ISO 3166-1 alpha-2. */
  country: z.string().regex(/^[A-Z]{2}$/, 'Bitte ein Land wählen.'),
  phone_home: EmptyToNull(Phone),
  phone_mobile: EmptyToNull(Phone),
  phone_work: EmptyToNull(Phone),
  mail: EmptyToNull(Email),
  interpreter_language: EmptyToNull(InterpreterLanguage),
}

const relation = {
  relationship: z.enum(RELATIONSHIPS),
  has_custody: z.boolean(),
  lives_with_pupil: z.boolean(),
  receives_letters: z.boolean(),
  receives_sicknote_mail: z.boolean(),
  may_pickup: z.boolean(),
  custody_proof_seen_at: EmptyToNull(IsoDate),
  custody_proof_kind: z
    .enum([...CUSTODY_PROOF_KINDS, ''])
    .nullable()
    .transform((kind) => kind || null),
}

/** Checks the postal code of an address in Germany: returns the code to store, or the message for its field. */
export const checkZip = ({ zip, country }: { zip: string | null; country: string }) => {
  if (zip === null || country !== 'DE') return { zip }
  const result = Zip.safeParse(zip)
  return result.success ? { zip: result.data } : { zip, message: result.error.issues[0]?.message ?? MESSAGES.invalid }
}

const refuseZip = (form: { zip: string | null; country: string }, context: z.RefinementCtx) => {
  const { message } = checkZip(form)
  if (message) context.addIssue({ code: 'custom', path: ['zip'], message })
}

/** Keys of the person, which siblings share, and keys of the person's relation to this child. */
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

/** Position in the order of people to call; missing: after the last one, null: not to be called. */
const place = z.int().min(1).max(FAMILY_MAX).nullable().optional()

/** A person who is not on record yet. */
export const NewGuardianForm = z
  .object({
    ...person,
    salutation: person.salutation.default('none'),
    title: person.title.default(null),
    street: person.street.default(null),
    house_number: person.house_number.default(null),
    address_extra: person.address_extra.default(null),
    zip: person.zip.default(null),
    city: person.city.default(null),
    country: person.country.default('DE'),
    phone_home: person.phone_home.default(null),
    phone_mobile: person.phone_mobile.default(null),
    phone_work: person.phone_work.default(null),
    mail: person.mail.default(null),
    interpreter_language: person.interpreter_language.default(null),
    ...relationDefaults,
  })
  .superRefine(refuseZip)
export type NewGuardianForm = z.output<typeof NewGuardianForm>

/** A guardian of a sibling becomes one of this child too, or one who was removed comes back. */
export const LinkGuardianForm = z.object({
  ...relationDefaults,
  /** The former position, to bring somebody back; missing: the last one. */
  position: z.int().min(1).max(FAMILY_MAX).optional(),
  emergency_priority: place,
})
export type LinkGuardianForm = z.output<typeof LinkGuardianForm>

/** The same while the child itself is being entered. */
export const KnownGuardianForm = z.object({ guardian_id: Id, ...relationDefaults })
export type KnownGuardianForm = z.output<typeof KnownGuardianForm>

/** The changed keys of person and relation; `version` belongs to the person, `relation_version` to the rest. */
export const GuardianChange = z
  .object({ ...person, ...relation })
  .partial()
  .extend({ version: Version.optional(), relation_version: Version.optional() })
export type GuardianChange = z.output<typeof GuardianChange>

export const NewContactPersonForm = newOf(ContactPerson).extend({ priority: place })
export type NewContactPersonForm = z.output<typeof NewContactPersonForm>

export const ContactPersonChange = changeOf(ContactPerson)
export type ContactPersonChange = z.output<typeof ContactPersonChange>

/** Guardians and contact persons in the order in which to call them; anybody who is not named is not to be called. */
export const EmergencyOrderForm = z.object({
  order: CallOrder,
  /**
   * The order that the page was loaded with: 409 when it has changed since. Missing: the stored order is overwritten.
   */
  before: CallOrder.optional(),
})
export type EmergencyOrderForm = z.output<typeof EmergencyOrderForm>

/** Fixed texts of refusals. */
export const FAMILY_TEXTS = {
  lastCustodian: 'Mindestens eine Person mit Sorgerecht muss eingetragen bleiben.',
  alreadyGuardian: 'Diese Person ist bei diesem Kind schon eingetragen.',
  validOrder: 'Das Ende liegt vor dem Beginn.',
  unknownPerson: 'Eine dieser Personen gehört nicht zu diesem Kind.',
  twice: 'Jede Person kann nur einmal in der Reihenfolge stehen.',
  tooMany: `Es sind höchstens ${FAMILY_MAX} Personen je Kind möglich.`,
  seenLater: MESSAGES.ahead,
  orderChanged: 'Die Reihenfolge wurde inzwischen geändert.',
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
    body: NewGuardianForm,
    response: MessageReply.extend({ guardian_id: Id }),
    status: 201,
    idempotent: true,
    summary: 'Neue sorgeberechtigte Person eintragen',
  }),
  linkGuardian: endpoint({
    method: 'POST',
    path: '/api/admin/pupil/:id/guardians/:guardian_id',
    access,
    params: GuardianParams,
    body: LinkGuardianForm,
    response: MessageReply,
    status: 201,
    idempotent: true,
    summary: 'Sorgeberechtigte Person eines Geschwisters auch hier eintragen, oder eine entfernte zurückholen',
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
