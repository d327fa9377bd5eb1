import { sql } from 'kysely'
import { phoneDigits } from '#contract/phone.ts'
import { birthdatesAlike } from '#contract/registrations/duplicates.ts'
import type { SiblingRegistration } from '#contract/registrations/registrations.similar.ts'
import type { RegistrationStatus } from '#contract/registrations/registrations.status.ts'
import { searchFold } from '#contract/search-fold.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listContacts } from '#server/domains/registrations/registrations.answers.shared.queries.ts'
import { storedMeta } from '#server/domains/registrations/stored-answers.ts'

/**
 * Applications of the bound school outside the bin, including withdrawn ones, with the data shown beside another
 * application.
 */
const others = (tx: SchoolTransaction) =>
  tx
    .selectFrom('registration as r')
    .innerJoin('schoolyear as y', (join) =>
      join.onRef('y.school_id', '=', 'r.school_id').onRef('y.id', '=', 'r.school_year_id'),
    )
    .innerJoin('school as s', 's.id', 'r.school_id')
    .select(['r.id', 'r.number', 's.short as school_short', 'r.desired_grade', 'r.created_at', 'r.withdrawn_at'])
    .select(['r.child_firstname', 'r.child_lastname', 'r.child_birthdate', 'y.name as school_year'])
    .select(sql<RegistrationStatus>`r.status`.as('status'))
    .where('r.deleted_at', 'is', null)
    .orderBy('r.id', 'desc')

/** Applications whose child may be this one according to the birth date. */
export const listOfAlikeBirth = (tx: SchoolTransaction, birthdate: string) =>
  others(tx)
    .where((eb) => eb('r.child_birthdate', '=', eb.fn.any(eb.val(birthdatesAlike(birthdate)))))
    .execute()

/** Siblings count as the same if their first given names and their last names are equal when folded. */
export const foldedName = ({ firstname, lastname }: { firstname: string; lastname: string }) =>
  `${searchFold(firstname).trim().split(' ')[0]}|${searchFold(lastname)}`

const FOLDED_CHILD = sql`split_part(trim(search_fold(r.child_firstname)), ' ', 1) || '|' || search_fold(r.child_lastname)`
const FOLDED_CLAIM = sql`split_part(trim(search_fold(c ->> 'firstname')), ' ', 1) || '|' || search_fold(c ->> 'lastname')`

/** The data of an application that help to find others of the same family. */
export async function findFamily(tx: SchoolTransaction, id: number) {
  const row = await others(tx).select(['r.meta', 'r.entry_type']).where('r.id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const meta = storedMeta(row)
  const contacts = await listContacts(tx, id)
  return {
    id,
    year: row.school_year,
    child: { firstname: row.child_firstname, lastname: row.child_lastname, birthdate: row.child_birthdate },
    mails: contacts.flatMap(({ mail }) => (mail === null ? [] : [mail.toLowerCase()])),
    phones: contacts.flatMap(({ phone }) => (phone === null ? [] : (phoneDigits(phone) ?? []))),
    address: { zip: meta.child_zip, house_number: meta.child_house_number, street: meta.child_street },
    applying: meta.siblings.filter(({ relation }) => relation === 'applying'),
  }
}
export type Family = NonNullable<Awaited<ReturnType<typeof findFamily>>>

const STREET_LETTERS = 4

/** Says in SQL whether a contact of the application `r` has one of these values. */
const hasContact = (condition: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select from registration_contact k where k.school_id = r.school_id and k.registration_id = r.id and ${condition})`

const signsOf = ({ mails, phones, address, child, applying }: Family) =>
  ({
    claimed: sql<boolean>`(${FOLDED_CHILD} = any(${applying.map(foldedName)}::text[]) or exists (
      select from jsonb_array_elements(coalesce(nullif(r.meta -> 'siblings', 'null'), '[]')) c where ${FOLDED_CLAIM} = ${foldedName(child)}))`,
    mail: hasContact(sql`lower(k.mail) = any(${mails}::text[])`),
    phone: hasContact(sql`phone_digits(k.phone) = any(${phones}::text[])`),
    // Streets are spelled in many ways; together with zip, house number and last name their beginning is enough.
    address: sql<boolean>`(search_fold(r.child_lastname) = ${searchFold(child.lastname)}
      and r.meta ->> 'child_zip' = ${address.zip} and lower(r.meta ->> 'child_house_number') = ${address.house_number.toLowerCase()}
      and left(search_fold(r.meta ->> 'child_street'), ${STREET_LETTERS}) = ${searchFold(address.street).slice(0, STREET_LETTERS)})`,
  }) satisfies Record<SiblingRegistration['signs'][number], unknown>

/**
 * Applications of the bound school for the same school year that seem to come from the same family, with the reasons.
 */
export function listOfFamily(tx: SchoolTransaction, family: Family) {
  const signs = signsOf(family)
  return others(tx)
    .select([signs.claimed.as('claimed'), signs.mail.as('mail'), signs.phone.as('phone'), signs.address.as('address')])
    .where('y.name', '=', family.year)
    .where('r.id', '!=', family.id)
    .where('r.withdrawn_at', 'is', null)
    .where((eb) => eb.or(Object.values(signs)))
    .execute()
}
