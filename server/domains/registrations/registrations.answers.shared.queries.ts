import type { Agreement } from '#contract/registrations/registrations.agreement.ts'
import {
  type ContactAnswers,
  type FormFacts,
  PublicRegistrationSettings,
  type RegistrationAnswers,
} from '#contract/registrations/registrations.form.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listGrades } from '#server/domains/schoolgrades/schoolgrades.shared.queries.ts'
import { type findSchoolByShort, getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import { registrations, selectRow } from './registrations.shared.queries.ts'
import { storedMeta } from './stored-answers.ts'

export const findDetails = (tx: SchoolTransaction, id: number) =>
  selectRow(registrations(tx))
    .leftJoin('app_user as u', 'u.id', 'r.transformed_by')
    .leftJoin('privacy_notice as n', (join) =>
      join.onRef('n.school_id', '=', 'r.school_id').onRef('n.id', '=', 'r.privacy_notice_id'),
    )
    .select([
      'n.version_number as notice_version',
      'r.source',
      'r.form_version',
      'r.meta',
      'r.desired_start_date',
      'y.date_start as year_start',
      'r.internal_note',
    ])
    .select(['r.status_changed_at', 'r.decided_at', 'r.place_confirmed_at', 'r.place_confirm_due_at'])
    .select(['r.transformed_at', 'u.name as transformed_by', 'r.waiting_since', 'r.is_staff_child'])
    .select(['r.contract_sent_at', 'r.contract_returned_at', 'r.papers_requested_at', 'r.withdrawn_by'])
    .select(['r.withdraw_reason', 'r.withdraw_requested_at', 'r.withdraw_requested_position'])
    .where('r.id', '=', id)
    .executeTakeFirst()
export type DetailsRecord = NonNullable<Awaited<ReturnType<typeof findDetails>>>

/** The contacts of an application by position. */
export const listContacts = (tx: SchoolTransaction, registrationId: number) =>
  tx
    .selectFrom('registration_contact as c')
    .leftJoin('app_user as u', 'u.id', 'c.agreed_by')
    .selectAll('c')
    .select('u.name as agreed_by_name')
    .where('c.registration_id', '=', registrationId)
    .orderBy('c.position')
    .$narrowType<{ agreement: Agreement | null }>()
    .execute()
export type ContactRecord = Awaited<ReturnType<typeof listContacts>>[number]

type Answered = Pick<
  DetailsRecord,
  'school_year_id' | 'desired_grade' | 'desired_start_date' | 'year_start' | 'meta' | 'entry_type'
>

/** The answers of an application in the form's shape. */
export const answersOf = (row: Answered, contacts: Omit<ContactRecord, 'agreed_by_name'>[]): RegistrationAnswers => ({
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

export type SchoolRow = NonNullable<Awaited<ReturnType<typeof findSchoolByShort>>>

/** The schools where siblings can be: this one first, then those of the same carrier. */
const listPartnerSchools = (tx: SchoolTransaction, school: Pick<SchoolRow, 'id' | 'carrier_name'>) =>
  tx
    .selectFrom('school')
    .select(['short', 'name'])
    .where('carrier_name', '=', school.carrier_name)
    .orderBy((eb) => eb('id', '<>', school.id))
    .orderBy('short')
    .execute()

/** Summer holidays that are not over yet: no child starts during them (domain §2.1). */
const listSummerBreaks = (tx: SchoolTransaction, today: string) =>
  tx
    .selectFrom('schoolyear_free_day')
    .select(['date_start', 'date_end'])
    .where('kind', '=', 'holiday')
    .where('name', 'ilike', 'sommerferien%')
    .where('date_end', '>=', today)
    .orderBy('date_start')
    .execute()

interface FormScope {
  school: Pick<SchoolRow, 'id' | 'school_type' | 'carrier_name'>
  /** The day in Berlin. */
  today: string
  /** The years for which applications are possible: the open ones in public, all for staff. */
  schoolyears: FormFacts['schoolyears']
}

/** The facts on which the bound school's form depends, for public pages, staff entry and details alike. */
export async function getFormFacts(tx: SchoolTransaction, { school, today, schoolyears }: FormScope) {
  const settings = await getSetting(tx, 'SCHOOL_REGISTRATION_SETTINGS')
  const grades = await listGrades(tx)
  return {
    variant: school.school_type as FormFacts['variant'],
    today,
    schoolyears: schoolyears.map(({ id, name, date_start, first_school_day }) => ({
      id,
      name,
      date_start,
      first_school_day,
    })),
    grades: grades.map(({ grade, name, is_entry, accepts_lateral }) => ({ grade, name, is_entry, accepts_lateral })),
    schools: await listPartnerSchools(tx, school),
    summer_breaks: await listSummerBreaks(tx, today),
    settings: PublicRegistrationSettings.parse(settings),
  } satisfies FormFacts
}
