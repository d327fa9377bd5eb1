import { z } from 'zod'
import { AddressText, Email, EmptyToNull, MultilineText, PersonName, Phone, Text, Zip } from '#contract/formats.ts'
import { DATA_CHECK_TEXTS, NEW_CONTACTS_MAX, REMARKS_MAX } from './datachecks.texts.ts'

/** The numbers and the mail address of the guardian who reads the page. */
export const CheckedPerson = z.object({
  phone_mobile: EmptyToNull(Phone),
  phone_home: EmptyToNull(Phone),
  phone_work: EmptyToNull(Phone),
  mail: EmptyToNull(Email),
})
export type CheckedPerson = z.output<typeof CheckedPerson>

const PHONE_KEYS = ['phone_mobile', 'phone_home', 'phone_work'] as const

/** Nobody takes the last number away: the school would reach this person no longer. */
export const leavesNoPhone = (before: Partial<CheckedPerson>, after: Partial<CheckedPerson>) =>
  PHONE_KEYS.some((key) => before[key]) && !PHONE_KEYS.some((key) => after[key])

/** A home without its country: a family that moves abroad writes it into the remarks. */
export const CheckedAddress = z.object({
  street: EmptyToNull(AddressText(80)),
  house_number: EmptyToNull(AddressText(10)),
  address_extra: EmptyToNull(AddressText(80)),
  zip: EmptyToNull(AddressText(12)),
  city: EmptyToNull(AddressText(80)),
})
export type CheckedAddress = z.output<typeof CheckedAddress>

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

const MOST = 20

/** What the page shows, as far as the rules below need it. */
interface ShownPage {
  person: CheckedPerson
  addresses: readonly { country: string }[]
}
interface SentPage {
  person?: Readonly<Record<string, unknown>> | undefined
  addresses?: readonly ({ zip?: unknown } | null)[] | undefined
}

const zipFault = (zip: unknown, country: string | undefined) =>
  country === 'DE' && typeof zip === 'string' && zip.trim() !== ''
    ? Zip.safeParse(zip).error?.issues[0]?.message
    : undefined

/** Faults that a schema cannot see, because they depend on what is stored; by field, so that they come in one round. */
export const checkFaults = ({ person, addresses }: ShownPage, sent: SentPage): Record<string, string> => ({
  ...(leavesNoPhone(person, { ...person, ...sent.person }) && { 'person.phone_mobile': DATA_CHECK_TEXTS.noPhoneLeft }),
  ...Object.fromEntries(
    (sent.addresses ?? []).flatMap((address, index) => {
      const fault = zipFault(address?.zip, addresses[index]?.country)
      return fault ? [[`addresses.${index}.zip`, fault]] : []
    }),
  ),
})

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
