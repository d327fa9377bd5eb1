import { fullName } from '#contract/person-names.ts'
import type { ContactAnswers, RegistrationAnswers } from '#contract/registrations.form.ts'
import { mailState } from '#contract/registrations.mail-state.ts'
import type { RegistrationStatus } from '#contract/registrations.status.ts'
import type { RegistrationDetails } from '#contract/registrations.ts'
import type { SchoolTransaction } from '#server/db/in-school.ts'
import { listDuplicatePupils } from '#server/domains/pupils/pupils.duplicates.queries.ts'
import { getSchool } from '#server/domains/schools/schools.queries.ts'
import { getSchoolyear } from '#server/domains/schoolyears/schoolyears.queries.ts'
import { notFound } from '#server/http/api-error.ts'
import { listMailsAbout } from '#server/mail/mail-log.queries.ts'
import { listSimilarRegistrations } from './registrations.duplicates.queries.ts'
import { getFormFacts } from './registrations.public.queries.ts'
import { registrations, selectRow, toRow } from './registrations.queries.ts'
import { flagResendable } from './send-optin.ts'
import { storedMeta } from './stored-answers.ts'

const findDetails = (tx: SchoolTransaction, id: number) =>
  selectRow(registrations(tx))
    .leftJoin('app_user as u', 'u.id', 'r.transformed_by')
    .select([
      'r.source',
      'r.form_version',
      'r.meta',
      'r.desired_start_date',
      'y.date_start as year_start',
      'r.internal_note',
    ])
    .select(['r.status_changed_at', 'r.decided_at', 'r.place_confirmed_at', 'r.place_confirm_due_at'])
    .select(['r.transformed_at', 'u.name as transformed_by'])
    .where('r.id', '=', id)
    .executeTakeFirst()
type DetailsRecord = NonNullable<Awaited<ReturnType<typeof findDetails>>>

/** The contacts of an application by position. */
export const listContacts = (tx: SchoolTransaction, registrationId: number) =>
  tx
    .selectFrom('registration_contact')
    .selectAll()
    .where('registration_id', '=', registrationId)
    .orderBy('position')
    .execute()
type ContactRecord = Awaited<ReturnType<typeof listContacts>>[number]

const withMails = async (tx: SchoolTransaction, contacts: ContactRecord[], resendable: ReadonlySet<number>) => {
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
    position: contact.position,
    firstname: contact.firstname,
    lastname: contact.lastname,
    relationship: contact.relationship,
    has_custody: contact.has_custody,
    phone: contact.phone,
    mail_state: mailState(contact),
    optin_sent_at: contact.optin_sent_at,
    optin_sent_count: contact.optin_sent_count,
    mails: mails
      .filter(({ related_id }) => related_id === contact.id)
      .map(({ template, state, created_at, sent_at }) => ({
        template,
        state: state as 'queued' | 'sent' | 'failed' | 'dropped',
        created_at,
        sent_at,
      })),
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

const answersOf = (row: DetailsRecord, contacts: ContactRecord[]): RegistrationAnswers => ({
  school_year_id: row.school_year_id,
  desired_grade: row.desired_grade,
  desired_start_date: row.desired_start_date ?? row.year_start,
  meta: storedMeta(row),
  contacts: contacts.map((contact) => ({
    firstname: contact.firstname,
    lastname: contact.lastname,
    relationship: contact.relationship as ContactAnswers['relationship'],
    mail: contact.mail,
    phone: contact.phone,
    same_address: contact.same_address,
    street: contact.street,
    house_number: contact.house_number,
    zip: contact.zip,
    city: contact.city,
  })),
})

/** The form's facts as they are for this application: with its own school year, open or not. */
const formOf = async (tx: SchoolTransaction, row: DetailsRecord, { schoolId, today }: Reading) => {
  const year = await getSchoolyear(tx, row.school_year_id)
  const school = await getSchool(tx, schoolId)
  return getFormFacts(tx, { school, today, schoolyears: [year] })
}

const listSimilar = async (tx: SchoolTransaction, row: DetailsRecord) => {
  const similar = await listSimilarRegistrations(tx, row)
  return similar.map(({ id, number, child_firstname, child_lastname, child_birthdate, school_year, status }) => ({
    id,
    number,
    child_firstname,
    child_lastname,
    child_birthdate,
    school_year,
    status: status as RegistrationStatus,
  }))
}

const listSimilarPupils = async (tx: SchoolTransaction, row: DetailsRecord) => {
  const { exact, likely } = await listDuplicatePupils(tx, {
    firstname: row.child_firstname,
    lastname: row.child_lastname,
    birthdate: row.child_birthdate,
  })
  return [...exact, ...likely].filter(({ id }) => id !== row.pupil_id)
}

interface Reading {
  schoolId: number
  today: string
}

/** Everything about one application; 404 when it is unknown or in the bin. */
export async function getRegistration(
  tx: SchoolTransaction,
  id: number,
  reading: Reading,
): Promise<RegistrationDetails> {
  const row = await findDetails(tx, id)
  if (!row) throw notFound()
  const contacts = await listContacts(tx, id)
  const resendable = await flagResendable(
    tx,
    contacts.map((contact) => ({ ...contact, withdrawn_at: row.withdrawn_at })),
  )
  const similar = await listSimilar(tx, row)
  const repeated = similar.some(({ school_year }) => school_year === row.school_year) ? [id] : []
  return {
    ...toRow(row, { repeated: new Set(repeated), resendable }),
    source: row.source as RegistrationDetails['source'],
    form_version: row.form_version,
    answers: answersOf(row, contacts),
    form: await formOf(tx, row, reading),
    contacts: await withMails(tx, contacts, resendable),
    status_changed_at: row.status_changed_at,
    decided_at: row.decided_at,
    place_confirmed_at: row.place_confirmed_at,
    place_confirm_due_at: row.place_confirm_due_at,
    transformed_at: row.transformed_at,
    transformed_by: row.transformed_by,
    internal_note: row.internal_note,
    status_history: await listHistory(tx, id),
    similar,
    similar_pupils: await listSimilarPupils(tx, row),
  }
}
