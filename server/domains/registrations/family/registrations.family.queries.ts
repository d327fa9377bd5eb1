import { sql } from 'kysely'
import type { Agreement } from '#contract/registrations/registrations.agreement.ts'
import type { RegistrationStatus } from '#contract/registrations/registrations.status.ts'
import type { SchoolType } from '#contract/schools/schools.facts.ts'
import type { Queries } from '#server/db/database.ts'
import { hashToken } from '#server/db/hash-token.ts'
import { bindByLink, type SchoolTransaction } from '#server/db/school-transaction.ts'
import { informedStatus, leftAt } from '#server/domains/registrations/mails/registrations.informed.queries.ts'

const contactsOfRegistrations = (tx: Queries) =>
  tx
    .selectFrom('registration_contact as c')
    .innerJoin('registration as r', (join) =>
      join.onRef('r.school_id', '=', 'c.school_id').onRef('r.id', '=', 'c.registration_id'),
    )
    .innerJoin('schoolyear as y', (join) =>
      join.onRef('y.school_id', '=', 'r.school_id').onRef('y.id', '=', 'r.school_year_id'),
    )
    .innerJoin('school as s', 's.id', 'r.school_id')
    .leftJoin('registration_contact as k2', (join) =>
      join.onRef('k2.school_id', '=', 'r.school_id').onRef('k2.registration_id', '=', 'r.id').on('k2.position', '=', 2),
    )

/**
 * Contacts with a confirmed address, with their applications and schools, and the decision of which they were informed.
 */
const confirmedContacts = (tx: Queries) =>
  contactsOfRegistrations(tx)
    .select(['r.school_id', 'r.id as registration_id', 'r.number', 'r.child_firstname', 'r.desired_grade'])
    .select(['r.created_at', 'r.status', 'r.status_changed_at', 'r.decided_at', 'r.withdrawn_at', 'r.pupil_id'])
    .select(['r.meta', 'r.entry_type', 'r.papers_requested_at', 'r.place_confirm_due_at', 'r.place_confirmed_at'])
    .select(['r.withdraw_requested_position', 'c.id as contact_id', 'c.position', 'c.has_custody', 'c.mail'])
    .select(['c.mail_verified_at', 'y.name as school_year', 's.short', 's.name', 's.accent', 's.phone'])
    .select(['s.mail as school_mail', 's.street', 's.house_number', 's.zip', 's.city', 's.carrier_name'])
    .select(['s.logo_document_id', 's.school_type'])
    .select(['k2.agreement', 'k2.agreed_at', 'k2.declined_at'])
    .select(({ selectFrom, exists }) => [
      informedStatus.as('told'),
      leftAt.as('told_at'),
      exists(
        selectFrom('registration_contact as o')
          .select('o.id')
          .whereRef('o.school_id', '=', 'c.school_id')
          .whereRef('o.registration_id', '=', 'c.registration_id')
          .whereRef('o.id', '<>', 'c.id')
          .where('o.has_custody', '=', true),
      ).as('has_other_custodian'),
    ])
    .where('c.mail_verified_at', 'is not', null)
    .where('r.deleted_at', 'is', null)
type ConfirmedRow = Awaited<ReturnType<ReturnType<typeof confirmedContacts>['execute']>>[number]

const toLinked = ({ status, school_type, mail, mail_verified_at, has_other_custodian, ...row }: ConfirmedRow) => {
  if (mail === null || mail_verified_at === null) throw new Error('A confirmed address that is none.')
  return {
    ...row,
    mail,
    mail_verified_at,
    status: status as RegistrationStatus,
    agreement: row.agreement as Agreement | null,
    variant: school_type as SchoolType,
    has_other_custodian: has_other_custodian === true,
  }
}
export type LinkedRegistration = ReturnType<typeof toLinked>

/**
 * The application of a status link and its contact, with the transaction bound to the school and to no user. Undefined
 * for every link that does not work: unknown, of another address, not confirmed, deleted. The same two statements
 * always run, so that neither the answer nor its time shows which of these it was.
 */
export async function findLinkedRegistration(tx: Queries, token: string) {
  const opened = await bindByLink(
    tx,
    sql<{
      school_id: number
      contact_id: number
    }>`select school_id, contact_id from open_registration_status_link(${hashToken(token)})`,
  )
  const row = await confirmedContacts(tx)
    .where('c.school_id', '=', opened?.row.school_id ?? 0)
    .where('c.id', '=', opened?.row.contact_id ?? 0)
    .executeTakeFirst()
  return opened && row && { linked: toLinked(row), tx: opened.tx }
}

/** A contact of the bound school with a confirmed address; undefined for any other. */
export async function findConfirmedContact(tx: SchoolTransaction, contactId: number) {
  const row = await confirmedContacts(tx).where('c.id', '=', contactId).executeTakeFirst()
  return row && toLinked(row)
}

/** The contacts who are informed of a withdrawal: those with a confirmed address. */
export const listConfirmedMails = (tx: SchoolTransaction, registrationId: number) =>
  tx
    .selectFrom('registration_contact')
    .select(['id', 'mail'])
    .where('registration_id', '=', registrationId)
    .where('mail_verified_at', 'is not', null)
    .where('mail', 'is not', null)
    .orderBy('position')
    .$narrowType<{ mail: string }>()
    .execute()

interface NewLink {
  contactId: number
  token: string
  mail: string
  /** ISO 8601. */
  at: string
}

/** Stores the hash of a status link for its mail address; once, however often the mail is tried. */
export const insertStatusLink = (tx: SchoolTransaction, { contactId, token, mail, at }: NewLink) =>
  sql`select add_registration_status_link(${contactId}, ${hashToken(token)}, ${mail}, ${at})`.execute(tx)

/** Deletes every status link of these contacts. */
export const deleteStatusLinks = (tx: SchoolTransaction, contactIds: readonly number[]) =>
  sql`select remove_registration_status_links(${[...contactIds]}::bigint[])`.execute(tx)

/**
 * Contacts of applications that were decided or withdrawn before this time (ISO 8601), each with the data that decide
 * when their links end.
 */
export const listEndedContacts = (tx: SchoolTransaction, before: string) =>
  tx
    .selectFrom('registration_contact as c')
    .innerJoin('registration as r', (join) =>
      join.onRef('r.school_id', '=', 'c.school_id').onRef('r.id', '=', 'c.registration_id'),
    )
    .select(['c.id', 'r.status', 'r.withdrawn_at', 'r.decided_at', leftAt.as('told_at')])
    .where(sql`coalesce(r.withdrawn_at, r.decided_at)`, '<=', before)
    .$narrowType<{ status: RegistrationStatus }>()
    .execute()
