import { fullName } from '#contract/person-names.ts'
import { formAsAsked } from '#contract/registrations/registrations.agreement.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { mailState } from '#contract/registrations/registrations.mail-state.ts'
import type { RegistrationStatus } from '#contract/registrations/registrations.status.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import {
  CLASS_COLUMNS,
  classNames,
  toClassRef,
} from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { contactMails } from '#server/domains/registrations/mails/contact-mails.ts'
import { findLastInformed } from '#server/domains/registrations/mails/registrations.informed.queries.ts'
import { listStatusMailSenders } from '#server/domains/registrations/mails/registrations.statusmails.queries.ts'
import { flagResendable } from '#server/domains/registrations/mails/send-optin.ts'
import { getSchool } from '#server/domains/schools/schools.shared.queries.ts'
import { getSchoolyear } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { listMailsAbout } from '#server/mail/mail-log.queries.ts'
import {
  answersOf,
  type ContactRecord,
  type DetailsRecord,
  findDetails,
  getFormFacts,
  listContacts,
} from './registrations.answers.shared.queries.ts'
import { flagRepeated } from './registrations.duplicates.queries.ts'
import { listEvents, listPapers } from './registrations.events.shared.queries.ts'
import { toRow } from './registrations.shared.queries.ts'

const withMails = async (
  tx: SchoolTransaction,
  { id: registrationId, withdrawn_at }: DetailsRecord,
  { contacts, resendable }: { contacts: ContactRecord[]; resendable: ReadonlySet<number> },
) => {
  const senders = new Map((await listStatusMailSenders(tx, registrationId)).map(({ id, name }) => [id, name]))
  const mails = await listMailsAbout(
    tx,
    'registration_contact',
    contacts.map(({ id }) => id),
  )
  return contacts.map((contact) => ({
    id: contact.id,
    mail: contact.mail,
    fullname: fullName(contact),
    mail_verified_at: contact.mail_verified_at,
    may_resend: resendable.has(contact.id),
    agreement: contact.agreement,
    agreed_at: contact.agreed_at,
    is_agreed_on_paper: contact.agreed_by !== null,
    agreed_by: contact.agreed_by_name,
    declined_at: contact.declined_at,
    position: contact.position,
    firstname: contact.firstname,
    lastname: contact.lastname,
    relationship: contact.relationship,
    has_custody: contact.has_custody,
    phone: contact.phone,
    mail_state: mailState(contact),
    optin_sent_at: contact.optin_sent_at,
    optin_sent_count: contact.optin_sent_count,
    mails: contactMails(
      { ...contact, isWithdrawn: withdrawn_at !== null, mayConfirm: resendable.has(contact.id) },
      mails,
      senders,
    ),
  }))
}

const listHistory = async (tx: SchoolTransaction, registrationId: number) => {
  const rows = await tx
    .selectFrom('registration_status_history as h')
    .leftJoin('app_user as u', 'u.id', 'h.changed_by')
    .select(['h.from_status', 'h.to_status', 'h.created_at', 'u.name', 'h.note'])
    .where('h.registration_id', '=', registrationId)
    .orderBy('h.id')
    .execute()
  return rows.map((row) => ({
    from: row.from_status as RegistrationStatus | null,
    to: row.to_status as RegistrationStatus,
    at: row.created_at,
    by: row.name,
    note: row.note,
  }))
}

/** The last class in the application's year; null before the take-over. */
const findAdmittedTo = async (tx: SchoolTransaction, { pupil_id, school_year_id }: DetailsRecord) => {
  if (pupil_id === null) return null
  const row = await tx
    .selectFrom('pupil_schoolclass as m')
    .leftJoin(classNames().as('c'), (join) =>
      join.onRef('c.school_id', '=', 'm.school_id').onRef('c.id', '=', 'm.schoolclass_id'),
    )
    .select('m.date_start')
    .select(CLASS_COLUMNS)
    .where('m.pupil_id', '=', pupil_id)
    .where('m.school_year_id', '=', school_year_id)
    .orderBy('m.date_start', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { schoolclass: toClassRef(row)?.classgradePlain ?? null, date_start: row.date_start } : null
}

/** The form's facts for this application, including its own school year, whether open or not. */
const formOf = async (tx: SchoolTransaction, row: DetailsRecord, today: string) => {
  const year = await getSchoolyear(tx, row.school_year_id)
  const school = await getSchool(tx)
  return getFormFacts(tx, { school, today, schoolyears: [year] })
}

/** Everything about one application; undefined when it is unknown or in the bin. */
export async function findDetailsOf(
  tx: SchoolTransaction,
  id: number,
  today: string,
): Promise<RegistrationDetails | undefined> {
  const row = await findDetails(tx, id)
  if (!row) return undefined
  const contacts = await listContacts(tx, id)
  const resendable = await flagResendable(
    tx,
    contacts.map((contact) => ({ ...contact, withdrawn_at: row.withdrawn_at, pupil_id: row.pupil_id })),
  )
  const answers = answersOf(row, contacts)
  return {
    ...toRow(row, { repeated: await flagRepeated(tx, [row]), resendable, today }),
    source: row.source as RegistrationDetails['source'],
    form_version: row.form_version,
    notice_version: row.notice_version,
    answers,
    form: formAsAsked(await formOf(tx, row, today), { contacts, meta: answers.meta }),
    contacts: await withMails(tx, row, { contacts, resendable }),
    status_changed_at: row.status_changed_at,
    decided_at: row.decided_at,
    last_told: await findLastInformed(tx, id),
    waiting_since: row.waiting_since,
    is_staff_child: row.is_staff_child,
    contract_sent_at: row.contract_sent_at,
    contract_returned_at: row.contract_returned_at,
    place_confirmed_at: row.place_confirmed_at,
    place_confirm_due_at: row.place_confirm_due_at,
    transformed_at: row.transformed_at,
    transformed_by: row.transformed_by,
    admitted_to: await findAdmittedTo(tx, row),
    withdrawn_by: row.withdrawn_by as RegistrationDetails['withdrawn_by'],
    withdraw_reason: row.withdraw_reason,
    withdraw_requested_at: row.withdraw_requested_at,
    withdraw_requested_position: row.withdraw_requested_position,
    papers_requested_at: row.papers_requested_at,
    papers: await listPapers(tx, id),
    internal_note: row.internal_note,
    status_history: await listHistory(tx, id),
    events: await listEvents(tx, id),
  }
}
