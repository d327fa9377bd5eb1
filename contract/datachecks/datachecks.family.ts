import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { AddressText, Email, EmptyToNull, MultilineText, PersonName, Phone, Text } from '#contract/formats.ts'
import { ContactSchool } from '#contract/schools/schools.contact.ts'
import { REMARKS_MAX } from './datachecks.texts.ts'

/** The numbers and the mail address of the guardian who reads the page. */
export const CheckedPerson = z.object({
  phone_mobile: EmptyToNull(Phone),
  phone_home: EmptyToNull(Phone),
  phone_work: EmptyToNull(Phone),
  mail: EmptyToNull(Email),
})
export type CheckedPerson = z.output<typeof CheckedPerson>
export const CHECKED_PERSON_KEYS = CheckedPerson.keyof().options

/** A home without its country: a family that moves abroad writes it into the remarks. */
export const CheckedAddress = z.object({
  street: EmptyToNull(AddressText(80)),
  house_number: EmptyToNull(AddressText(10)),
  address_extra: EmptyToNull(AddressText(80)),
  zip: EmptyToNull(AddressText(12)),
  city: EmptyToNull(AddressText(80)),
})
export type CheckedAddress = z.output<typeof CheckedAddress>
export const CHECKED_ADDRESS_KEYS = CheckedAddress.keyof().options

/** Somebody else to call, or who may fetch the child. */
export const CheckedContact = z.object({
  firstname: PersonName,
  lastname: PersonName,
  relation: EmptyToNull(Text(40)),
  phone: Phone,
  is_emergency: z.boolean(),
  may_pickup: z.boolean(),
})
export type CheckedContact = z.output<typeof CheckedContact>
export const CHECKED_CONTACT_KEYS = CheckedContact.keyof().options

const texts = <K extends string>(keys: readonly K[]) =>
  z.object(Object.fromEntries(keys.map((key) => [key, z.string().nullable()])) as Record<K, z.ZodNullable<z.ZodString>>)

/** Accepts any text: a malformed link gets the same answer as a wrong one. */
const TokenParam = z.object({ token: z.string() })

/** How many new people a family may name for each child. */
export const NEW_CONTACTS_MAX = 5
const MOST = 20

/**
 * What the page of a guardian shows: the own data and what is stored for the children as far as this person lives with
 * them. Proposals that nobody has decided yet are filled in.
 */
export const DataCheckFamily = z.object({
  school: ContactSchool,
  name: z.string(),
  ends_on: z.iso.date(),
  answer: z.enum(['none', 'confirmed', 'changed']),
  answered_on: z.iso.date().nullable(),
  /** A checksum of the stored values: 409 when they are others by now. */
  seen: z.string(),
  person: texts(CHECKED_PERSON_KEYS),
  /** `children` is empty for the guardian's own address. */
  addresses: z.array(texts(CHECKED_ADDRESS_KEYS).extend({ children: z.array(z.string()) })),
  children: z.array(
    z.object({
      firstname: z.string(),
      schoolclass: z.string(),
      /** Null: this guardian lives elsewhere and does not see them (ADR 0070). */
      contacts: z
        .array(
          z.object({
            firstname: z.string(),
            lastname: z.string(),
            relation: z.string().nullable(),
            phone: z.string(),
            is_emergency: z.boolean(),
            may_pickup: z.boolean(),
            is_gone: z.boolean(),
          }),
        )
        .nullable(),
    }),
  ),
  remarks: z.string().nullable(),
})
export type DataCheckFamily = z.output<typeof DataCheckFamily>

/**
 * What the guardian changed, in the order of the page; null and missing keys stay as they are shown. A public body names
 * no database id, so positions count; they are right because `seen` is.
 */
export const DataCheckForm = z.object({
  seen: z.string().max(64),
  person: CheckedPerson.partial().default({}),
  addresses: z.array(CheckedAddress.nullable()).max(MOST).default([]),
  children: z
    .array(
      z.object({
        contacts: z
          .array(CheckedContact.extend({ is_gone: z.boolean().default(false) }).nullable())
          .max(MOST + NEW_CONTACTS_MAX)
          .default([]),
      }),
    )
    .max(MOST)
    .default([]),
  remarks: MultilineText(REMARKS_MAX),
})
export type DataCheckForm = z.output<typeof DataCheckForm>
export type DataCheckInput = z.input<typeof DataCheckForm>

export const dataCheckFamilyEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/public/dataCheck/:token',
    access: 'public',
    params: TokenParam,
    response: DataCheckFamily,
    summary: 'Die eigenen Kontaktdaten einer sorgeberechtigten Person',
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/public/dataCheck/:token',
    access: 'public',
    params: TokenParam,
    body: DataCheckForm,
    response: DataCheckFamily,
    summary: 'Kontaktdaten bestätigen oder Änderungen vorschlagen; zweimal dasselbe wirkt einmal',
  }),
}
