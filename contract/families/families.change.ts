import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, IdParam, MESSAGES, QueryId, Search, Version, Zip } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { changeOf, newOf } from '#contract/record.ts'
import { ContactPerson } from './contact-person.record.ts'
import { CallOrder, FAMILY_MAX } from './families.ts'
import { Guardian, GuardianPerson, GuardianRelation } from './guardian.record.ts'

/** Checks the postal code of an address in Germany: returns the code to store, or the message for its field. */
export const checkZip = ({ zip, country }: { zip: string | null; country: string }) => {
  if (zip === null || country !== 'DE') return { zip }
  const result = Zip.safeParse(zip)
  return result.success ? { zip: result.data } : { zip, message: result.error.issues[0]?.message ?? MESSAGES.invalid }
}

/** The same of typed values, by field: the code depends on the country, so both are checked whichever was changed. */
export const zipFaults = ({ zip, country }: Readonly<Record<string, unknown>>): Record<string, string> => {
  if (typeof zip !== 'string' || typeof country !== 'string') return {}
  const { message } = checkZip({ zip: zip.trim() || null, country })
  return message ? { zip: message } : {}
}

/** Keys of the person, which siblings share, and keys of the person's relation to this child. */
export const GUARDIAN_PERSON_FIELDS = GuardianPerson.keyof().options
export const GUARDIAN_RELATION_FIELDS = GuardianRelation.keyof().options

/** Position in the order of people to call; missing: after the last one, null: not to be called. */
const place = z.int().min(1).max(FAMILY_MAX).nullable().optional()

/** A person who is not on record yet. */
export const NewGuardianForm = newOf(Guardian).superRefine((form, context) => {
  const { zip } = zipFaults(form)
  if (zip) context.addIssue({ code: 'custom', path: ['zip'], message: zip })
})
export type NewGuardianForm = z.output<typeof NewGuardianForm>

/** A guardian of a sibling becomes one of this child too, or one who was removed comes back. */
export const LinkGuardianForm = newOf(GuardianRelation).extend({
  /** The former position, to bring somebody back; missing: the last one. */
  position: z.int().min(1).max(FAMILY_MAX).optional(),
  emergency_priority: place,
})
export type LinkGuardianForm = z.output<typeof LinkGuardianForm>

/** The same while the child itself is being entered. */
export const KnownGuardianForm = newOf(GuardianRelation).extend({ guardian_id: Id })
export type KnownGuardianForm = z.output<typeof KnownGuardianForm>

/** The changed keys of person and relation; `version` belongs to the person, `relation_version` to the rest. */
export const GuardianChange = changeOf(Guardian).extend({ relation_version: Version.optional() })
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
  onlyHead: 'Ohne Sorgerecht kann das nur die Schulleitung erlauben.',
  onlyCustodians: 'E-Mails zu Abwesenheiten bekommt nur, wer das Sorgerecht hat.',
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
