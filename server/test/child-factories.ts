import type { Gender } from '#contract/genders.ts'
import type { PupilStatus } from '#contract/pupils/pupils.ts'
import { RegistrationAnswers } from '#contract/registrations/registrations.form.ts'
import type { RegistrationStatus } from '#contract/registrations/registrations.status.ts'
import { insertMembership } from '#server/domains/memberships/memberships.changes.shared.queries.ts'
import { insertPupil, takePupilNumber } from '#server/domains/pupils/pupils.admission.shared.queries.ts'
import { insertRegistration } from '#server/domains/registrations/insert-registration.ts'
import { findGrade } from '#server/domains/schoolgrades/schoolgrades.shared.queries.ts'
import { getSchool } from '#server/domains/schools/schools.shared.queries.ts'
import { findActiveSchoolyear, listSchoolyears } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { insideSchool } from './factories.ts'
import type { TestApp } from './test-app.ts'

interface Child {
  firstname?: string
  lastname?: string
  birthdate?: string
  gender?: Gender
}

interface NewApplication extends Child {
  /** Desired grade; a lateral entry unless it is the school's entry grade. */
  grade?: number
  entry_type?: 'regular' | 'lateral'
  /** The mail of the applicant; null without address. */
  mail?: string | null
  parent?: { firstname: string; lastname: string }
  second?: { firstname: string; lastname: string; mail: string | null }
  meta?: Record<string, unknown>
  at?: Date
  /** `YYYY/YYYY`; missing: the planned year. */
  year?: string
}

const contactOf = (person: { firstname: string; lastname: string; mail: string | null }, more = {}) => ({
  firstname: person.firstname,
  lastname: person.lastname,
  relationship: 'mother',
  mail: person.mail,
  phone: '0331 123456',
  same_address: true,
  ...more,
})

const answersOf = (application: NewApplication, schoolyear: { id: number; date_start: string }) =>
  RegistrationAnswers.parse({
    school_year_id: schoolyear.id,
    desired_grade: application.grade ?? 1,
    desired_start_date: schoolyear.date_start,
    meta: {
      entry_type: application.entry_type ?? 'regular',
      child_firstname: application.firstname ?? 'Mia',
      child_lastname: application.lastname ?? 'Müller',
      child_gender: application.gender ?? 'f',
      child_birthdate: application.birthdate ?? '2021-03-31',
      child_street: 'Dorfstraße',
      child_house_number: '1a',
      child_zip: '15999',
      child_city: 'Wacholderhain',
      custody: application.second ? 'joint' : 'sole',
      ...application.meta,
    },
    contacts: [
      contactOf({
        ...(application.parent ?? { firstname: 'Anna', lastname: 'Müller' }),
        mail: application.mail === undefined ? 'anna@example.org' : application.mail,
      }),
      ...(application.second ? [contactOf(application.second, { relationship: 'father', same_address: false })] : []),
    ],
  })

/** An application as the public form leaves it, without mails. */
export const makeApplication = (app: TestApp, schoolId: number, application: NewApplication = {}) =>
  insideSchool(app, schoolId, async (tx) => {
    const years = await listSchoolyears(tx)
    const schoolyear = years.find(({ name, state }) =>
      application.year ? name === application.year : state === 'planned',
    )
    if (!schoolyear) throw new Error('The school has no such year.')
    return insertRegistration(tx, {
      school: await getSchool(tx),
      schoolyear,
      answers: answersOf(application, schoolyear),
      source: 'web',
      sendOptin: false,
      now: application.at ?? app.platform.now(),
      userId: null,
    })
  })

/** Puts rows into a state that no endpoint makes, such as a withdrawal. */
export const setApplication = (
  app: TestApp,
  schoolId: number,
  { id, ...change }: { id: number; withdrawn_at?: string; status?: RegistrationStatus },
) =>
  insideSchool(app, schoolId, (tx) =>
    tx
      .updateTable('registration')
      .set({ wait_rank: null, ...change })
      .where('id', '=', id)
      .execute(),
  )

export const confirmMails = (app: TestApp, schoolId: number, registrationId: number) =>
  insideSchool(app, schoolId, (tx) =>
    tx
      .updateTable('registration_contact')
      .set({ mail_verified_at: app.platform.now().toISOString() })
      .where('registration_id', '=', registrationId)
      .where('mail', 'is not', null)
      .execute(),
  )

interface NewPupil extends Child {
  lastname_prefix?: string
  status?: PupilStatus
  city?: string
  phone?: string
  /** Grade and class description of the active year; without: no membership. */
  grade?: number
  schoolclass?: string
  date_start?: string
  date_end?: string
}

const insertMembershipOf = (app: TestApp, schoolId: number, { id, pupil }: { id: number; pupil: NewPupil }) =>
  insideSchool(app, schoolId, async (tx) => {
    const year = await findActiveSchoolyear(tx)
    const grade = await findGrade(tx, pupil.grade ?? 1)
    if (!year || !grade) throw new Error('The school has no such year or grade.')
    const schoolclass = await tx
      .selectFrom('schoolclass')
      .select('id')
      .where('school_year_id', '=', year.id)
      .where('schoolgrade_id', '=', grade.id)
      .where('description', '=', pupil.schoolclass ?? '')
      .executeTakeFirst()
    await insertMembership(tx, {
      school_id: schoolId,
      pupil_id: id,
      school_year_id: year.id,
      schoolgrade_id: grade.id,
      schoolclass_id: schoolclass?.id ?? null,
      date_start: pupil.date_start ?? year.date_start,
      date_end: pupil.date_end ?? null,
      reason: 'entry',
    })
  })

/** Another membership of a pupil in the active year. */
export const makeMembership = (app: TestApp, schoolId: number, { id, ...pupil }: NewPupil & { id: number }) =>
  insertMembershipOf(app, schoolId, { id, pupil })

/** A pupil, in the class of the active year when grade or class is given. Returns the id. */
export const makePupil = async (app: TestApp, schoolId: number, pupil: NewPupil = {}) => {
  const id = await insideSchool(app, schoolId, async (tx) => {
    const { short } = await getSchool(tx)
    return insertPupil(tx, {
      school_id: schoolId,
      pupil_number: await takePupilNumber(tx, short),
      firstname: pupil.firstname ?? 'Mia',
      lastname: pupil.lastname ?? 'Müller',
      lastname_prefix: pupil.lastname_prefix ?? null,
      gender: pupil.gender ?? 'f',
      birthdate: pupil.birthdate ?? '2018-05-03',
      city: pupil.city ?? null,
      phone: pupil.phone ?? null,
      status: pupil.status ?? 'active',
      date_entry: '2024-08-01',
    })
  })
  if (pupil.grade !== undefined) await insertMembershipOf(app, schoolId, { id, pupil })
  return id
}
