import { addressLines, hasOwnAddress, type PostalAddress } from '#contract/addresses.ts'
import { phonesOf } from '#contract/families/families.ts'
import { phoneE164 } from '#contract/phone.ts'
import type { GuardianDifference } from '#contract/registrations/registrations.transform.ts'
import type { LockedGuardian } from '#server/domains/families/families.shared.queries.ts'
import type { Admission } from './admission.ts'

export type Contact = Admission['contacts'][number]
type Person = Pick<
  LockedGuardian,
  'mail' | 'phone_home' | 'phone_mobile' | 'phone_work' | 'street' | 'house_number' | 'zip' | 'city'
> &
  Pick<PostalAddress, 'address_extra' | 'country'>

/** A difference between application and record, with the columns for it. */
interface Difference extends GuardianDifference {
  columns: Partial<Record<keyof LockedGuardian, string | null>>
}

export const isMobile = (phone: string) => /^\+491[567]/.test(phoneE164(phone) ?? '')

export const isSameMail = (a: string | null, b: string | null) =>
  a !== null && b !== null && a.toLowerCase() === b.toLowerCase()

const mailDifference = ({ mail, mail_verified_at }: Contact, person: Person): Difference[] => {
  if (mail === null || isSameMail(mail, person.mail)) return []
  const otherwise = mail_verified_at === null ? 'left_out' : 'choice'
  return [
    {
      kind: 'mail',
      recorded: person.mail,
      applied: mail,
      outcome: person.mail === null ? 'added' : otherwise,
      columns: { mail, mail_verified_at, mail_origin: 'application' },
    },
  ]
}

/**
 * A mobile number may be stored as the home number if that is empty; a landline number is never stored as the mobile
 * one.
 */
const slotsOf = (phone: string) =>
  isMobile(phone) ? (['phone_mobile', 'phone_home'] as const) : (['phone_home'] as const)

const phoneDifference = ({ phone }: Contact, person: Person): Difference[] => {
  const comparable = (number: string) => phoneE164(number) ?? number.replace(/\D/g, '')
  if (phone === null || phonesOf(person).some(({ number }) => comparable(number) === comparable(phone))) return []
  const [own, other = own] = slotsOf(phone)
  const free = [own, other].find((slot) => person[slot] === null)
  const slot = free ?? own
  const outcome = free ? 'added' : 'choice'
  return [{ kind: 'phone', recorded: person[slot], applied: phone, outcome, columns: { [slot]: phone } }]
}

/** The person's address as the family wrote it; null when it did not. */
const homeOf = (contact: Contact, { meta }: Pick<Admission, 'meta'>) => {
  const { street, house_number, zip, city } = contact.same_address
    ? {
        street: meta.child_street,
        house_number: meta.child_house_number,
        zip: meta.child_zip,
        city: meta.child_city,
      }
    : contact
  const home = { street, house_number, zip, city, address_extra: null, country: 'DE' }
  return hasOwnAddress(home) ? home : null
}

const comparableLines = (address: PostalAddress) => addressLines(address).join('').toLowerCase().replace(/\s/g, '')

/** A guardian who lives with the child and has no address of their own has the child's: there is nothing to compare. */
const addressDifference = (contact: Contact, person: Person, admission: Pick<Admission, 'meta'>): Difference[] => {
  const home = homeOf(contact, admission)
  const isOwn = hasOwnAddress(person)
  if (!home || (contact.same_address && !isOwn) || comparableLines(home) === comparableLines(person)) return []
  return [
    {
      kind: 'address',
      recorded: isOwn ? addressLines(person).join(', ') : null,
      applied: addressLines(home).join(', '),
      outcome: 'choice',
      columns: home,
    },
  ]
}

/**
 * Differences between the application and somebody on record: the dialog shows them, and nothing is written without a
 * choice (ADR 0030).
 */
export const differencesOf = (contact: Contact, person: Person, admission: Pick<Admission, 'meta'>): Difference[] => [
  ...mailDifference(contact, person),
  ...phoneDifference(contact, person),
  ...addressDifference(contact, person, admission),
]
