import { type Insertable, sql } from 'kysely'
import type { Agreement } from '#contract/registrations/registrations.agreement.ts'
import type { RegistrationContactLink } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { deleteStatusLinks } from '#server/domains/registrations/family/registrations.family.queries.ts'
import { NO_LINK_ANSWER } from './registrations.agreement.queries.ts'

const selectMailed = (tx: SchoolTransaction, contactId: number) =>
  tx
    .selectFrom('registration_contact as c')
    .innerJoin('registration as r', (join) =>
      join.onRef('r.school_id', '=', 'c.school_id').onRef('r.id', '=', 'c.registration_id'),
    )
    .innerJoin('schoolyear as y', (join) =>
      join.onRef('y.school_id', '=', 'r.school_id').onRef('y.id', '=', 'r.school_year_id'),
    )
    .innerJoin('school as s', 's.id', 'c.school_id')
    .select(['c.id', 'c.mail', 'c.mail_verified_at', 'c.agreement'])
    .select(['r.id as registration_id', 'r.number', 'r.child_firstname'])
    .select(['r.status', 'r.desired_grade', 'y.name as school_year', 'r.place_confirm_due_at', 'r.decided_at'])
    .select(['r.withdrawn_at', 'r.pupil_id'])
    .select(['s.short', 's.name as school_name', 's.mail as school_mail', 's.phone as school_phone'])
    .where('c.id', '=', contactId)
    .where('r.deleted_at', 'is', null)
    .$narrowType<{ agreement: Agreement | null }>()

/**
 * A contact of an application that is neither deleted nor withdrawn, with the data for its mails; otherwise undefined.
 */
export const findMailedContact = (tx: SchoolTransaction, contactId: number) =>
  selectMailed(tx, contactId).where('r.withdrawn_at', 'is', null).executeTakeFirst()
export type MailedContact = NonNullable<Awaited<ReturnType<typeof findMailedContact>>>

/** The same for a withdrawn application; undefined when it is not withdrawn (any more). */
export const findWithdrawnContact = (tx: SchoolTransaction, contactId: number) =>
  selectMailed(tx, contactId).where('r.withdrawn_at', 'is not', null).executeTakeFirst()

export const insertContactLink = (tx: SchoolTransaction, link: Insertable<RegistrationContactLink>) =>
  tx.insertInto('registration_contact_link').values(link).execute()

const selectContactLink = (tx: SchoolTransaction, link: { contactId: number; uuidHash: Buffer }) =>
  tx
    .selectFrom('registration_contact_link as l')
    .innerJoin('registration_contact as c', (join) =>
      join.onRef('c.school_id', '=', 'l.school_id').onRef('c.id', '=', 'l.contact_id').onRef('c.mail', '=', 'l.mail'),
    )
    .where('l.uuid_hash', '=', link.uuidHash)
    .where('l.contact_id', '=', link.contactId)

/**
 * The link with this uuid, if it belongs to the contact and the contact still has its address. Locks the application
 * and then the contact: deleting and deciding lock applications too, so one waits for the other (domain §5.2).
 */
export async function findContactLink(tx: SchoolTransaction, link: { contactId: number; uuidHash: Buffer }) {
  await tx
    .selectFrom('registration')
    .select('id')
    .where('id', 'in', selectContactLink(tx, link).select('c.registration_id'))
    .forUpdate()
    .execute()
  return selectContactLink(tx, link)
    .innerJoin('registration as r', (join) =>
      join.onRef('r.school_id', '=', 'c.school_id').onRef('r.id', '=', 'c.registration_id'),
    )
    .select(['l.expires_at', 'l.created_at as sent_at', 'l.template_version', 'c.id', 'l.mail'])
    .select(['c.mail_verified_at', 'c.registration_id', 'c.position', 'r.number', 'r.withdrawn_at', 'r.pupil_id'])
    .select(['c.agreement', 'c.agreed_at', 'c.agreed_by', 'c.declined_at'])
    .where('r.deleted_at', 'is', null)
    .where('r.withdrawn_at', 'is', null)
    .forUpdate('c')
    .$narrowType<{ agreement: Agreement | null }>()
    .executeTakeFirst()
}

/** The proof of the consent to mails; it contains no network address (domain DP-03). */
export interface OptinProof {
  template_version: string
  sent_at: string
  confirmed_at: string
  user_agent_family: string
}

export const updateVerified = (tx: SchoolTransaction, contactId: number, proof: OptinProof) =>
  tx
    .updateTable('registration_contact')
    .set({
      mail_verified_at: proof.confirmed_at,
      optin_proof: JSON.stringify(proof),
      updated_at: sql`now()`,
    })
    .where('id', '=', contactId)
    .execute()

/**
 * Stores that the mail server accepted a confirmation mail or reminder; the first one to an address starts the
 * reminders. A mail to an address that was corrected meanwhile counts among the contact's mails, but says nothing about
 * the new address.
 */
export const updateOptinSent = (
  tx: SchoolTransaction,
  contactId: number,
  sent: { at: string; expiresAt: string; recipientHash: Buffer },
) => {
  const isPresent = sql`mail is not null and sha256(convert_to(lower(mail), 'UTF8')) = ${sent.recipientHash}`
  return tx
    .updateTable('registration_contact')
    .set({
      optin_sent_at: sql`case when ${isPresent} then ${sent.at}::timestamptz else optin_sent_at end`,
      optin_first_sent_at: sql`case when ${isPresent} then coalesce(optin_first_sent_at, ${sent.at}::timestamptz)
        else optin_first_sent_at end`,
      optin_expires_at: sql`case when ${isPresent} then ${sent.expiresAt}::timestamptz else optin_expires_at end`,
      optin_sent_count: sql`optin_sent_count + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', contactId)
    .execute()
}

/** Gives a contact another, unconfirmed address and deletes every link sent to the former one. */
export async function updateContactMail(tx: SchoolTransaction, contactId: number, mail: string) {
  await tx.deleteFrom('registration_contact_link').where('contact_id', '=', contactId).execute()
  await deleteStatusLinks(tx, [contactId])
  await tx
    .updateTable('registration_contact')
    .set({
      mail,
      mail_verified_at: null,
      optin_proof: null,
      optin_sent_at: null,
      optin_first_sent_at: null,
      reminders_sent: 0,
      optin_expires_at: null,
      ...NO_LINK_ANSWER,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', contactId)
    .execute()
}

/** A contact and whether its application is still active; undefined when unknown or in the bin. */
export const findContactToMail = (tx: SchoolTransaction, contactId: number) =>
  tx
    .selectFrom('registration_contact as c')
    .innerJoin('registration as r', (join) =>
      join.onRef('r.school_id', '=', 'c.school_id').onRef('r.id', '=', 'c.registration_id'),
    )
    .select(['c.mail', 'c.mail_verified_at', 'c.agreement', 'c.registration_id', 'r.withdrawn_at', 'r.pupil_id'])
    .where('c.id', '=', contactId)
    .where('r.deleted_at', 'is', null)
    .forUpdate('c')
    .$narrowType<{ agreement: Agreement | null }>()
    .executeTakeFirst()
