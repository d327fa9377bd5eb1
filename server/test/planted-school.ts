import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/in-school.ts'
import { insideSchool } from './factories.ts'
import { plantConfidential } from './planted-confidential.ts'
import { plantRollover } from './planted-rollover.ts'
import type { TestApp } from './test-app.ts'

const insertPupil = (tx: SchoolTransaction, school_id: number, word: string) =>
  tx
    .insertInto('pupil')
    .values({
      school_id,
      pupil_number: `${word}-00001`,
      lastname: word,
      lastname_prefix: word,
      firstname: word,
      gender: 'f',
      birthdate: '2019-10-05',
      street: word,
      house_number: '1',
      address_extra: word,
      zip: '15999',
      city: word,
      phone: `030 23125-111 ${word}`,
      mail: `${word}@example.org`,
      status: 'active',
      date_entry: '2026-08-01',
      previous_institution: word,
      previous_city: word,
      previous_school_type: word,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

const insertApplication = (
  tx: SchoolTransaction,
  row: { school_id: number; school_year_id: number; word: string; status: string },
) =>
  tx
    .insertInto('registration')
    .values({
      school_id: row.school_id,
      number: `${row.word}-${row.status}`,
      school_year_id: row.school_year_id,
      desired_grade: 1,
      entry_type: 'regular',
      status: row.status,
      wait_rank: row.status === 'waiting' ? 1 : null,
      source: 'web',
      internal_note: row.word,
      withdraw_reason: row.word,
      form_version: '2026.1',
      meta: JSON.stringify({
        child_firstname: row.word,
        child_lastname: row.word,
        child_gender: 'f',
        child_birthdate: '2020-10-05',
        child_street: row.word,
        child_house_number: '1',
        child_zip: '15999',
        child_city: row.word,
        custody: 'joint',
        motivation: row.word,
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()

const insertContact = (tx: SchoolTransaction, row: { school_id: number; registration_id: number; word: string }) =>
  tx
    .insertInto('registration_contact')
    .values({
      school_id: row.school_id,
      registration_id: row.registration_id,
      position: 1,
      firstname: row.word,
      lastname: row.word,
      relationship: 'mother',
      has_custody: true,
      mail: `${row.word}@example.org`,
      phone: '030 23125-112',
      street: row.word,
      city: row.word,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

async function plantPeople(tx: SchoolTransaction, school_id: number, word: string) {
  const year = await tx.selectFrom('schoolyear').select('id').where('state', '=', 'active').executeTakeFirstOrThrow()
  const schoolclass = await tx
    .selectFrom('schoolclass')
    .select(['id', 'schoolgrade_id'])
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const pupil = await insertPupil(tx, school_id, word)
  const membership = {
    school_id,
    pupil_id: pupil.id,
    school_year_id: year.id,
    schoolgrade_id: schoolclass.schoolgrade_id,
  }
  await tx
    .insertInto('pupil_schoolclass')
    .values({ ...membership, schoolclass_id: schoolclass.id, date_start: '2026-08-01', reason: 'entry' })
    .execute()
  const guardian = await tx
    .insertInto('guardian')
    .values({
      school_id,
      firstname: word,
      lastname: word,
      title: word,
      street: word,
      city: word,
      phone_mobile: `0152 28817386 ${word}`,
      mail: `${word}@example.org`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('pupil_guardian')
    .values({ school_id, pupil_id: pupil.id, guardian_id: guardian.id, relationship: 'mother', has_custody: true })
    .execute()
  const contactPerson = await tx
    .insertInto('pupil_contact_person')
    .values({
      school_id,
      pupil_id: pupil.id,
      firstname: word,
      lastname: word,
      relation: word,
      phone: `030 23125-114 ${word}`,
      priority: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`select set_pupil_link(${pupil.id}, sha256(${randomUUID()}::bytea), ${Buffer.from(word)})`.execute(tx)
  return {
    pupil: pupil.id,
    guardian: guardian.id,
    contactPerson: contactPerson.id,
    schoolclass: schoolclass.id,
    activeYear: year.id,
  }
}

/** Somebody with a class; without an account, which belongs to no school. */
async function plantEmployee(tx: SchoolTransaction, row: { school_id: number; schoolclass_id: number; word: string }) {
  const { school_id, schoolclass_id, word } = row
  const { id } = await tx
    .insertInto('employee')
    .values({
      school_id,
      title: word,
      firstname: word,
      lastname: word,
      short_name: word.slice(0, 6),
      employee_type: 'teacher',
      mail: `${word}@example.org`,
      phone: `030 23125-113 ${word}`,
      date_entry: '2026-08-01',
      note: word,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('schoolclass_employee')
    .values({ school_id, schoolclass_id, employee_id: id, function: 'responsible', date_start: '2026-08-01' })
    .execute()
  return id
}

async function plantApplications(tx: SchoolTransaction, school_id: number, word: string) {
  const year = await tx.selectFrom('schoolyear').select('id').where('state', '=', 'planned').executeTakeFirstOrThrow()
  const application = { school_id, school_year_id: year.id, word }
  const accepted = await insertApplication(tx, { ...application, status: 'accepted' })
  const waiting = await insertApplication(tx, { ...application, status: 'waiting' })
  const contact = await insertContact(tx, { school_id, registration_id: accepted.id, word })
  await insertContact(tx, { school_id, registration_id: waiting.id, word })
  const secret = Buffer.from(randomUUID())
  await tx
    .insertInto('registration_contact_link')
    .values({
      school_id,
      contact_id: contact.id,
      uuid_hash: secret,
      mail: `${word}@example.org`,
      expires_at: '2026-12-01T00:00:00Z',
    })
    .execute()
  await tx
    .insertInto('registration_status_history')
    .values({ school_id, registration_id: accepted.id, from_status: 'new', to_status: 'accepted', note: word })
    .execute()
  await tx
    .insertInto('registration_draft')
    .values({ school_id, visitor_hash: secret, draft_number: 1, body_encrypted: Buffer.from(word) })
    .execute()
  await tx
    .insertInto('registration_receipt')
    .values({ school_id, visitor_hash: secret, registration_id: accepted.id, expires_at: '2026-12-01T00:00:00Z' })
    .execute()
  await tx
    .insertInto('mail_log')
    .values({
      school_id,
      template: 'registration_optin',
      recipient_masked: `${word}@example.org`,
      recipient_hash: secret,
      related_type: 'registration_contact',
      related_id: contact.id,
      error: word,
    })
    .execute()
  return { accepted: accepted.id, waiting: waiting.id, contact: contact.id, plannedYear: year.id }
}

/** The school's logo: what reads as the beginning of a picture, and the word. */
async function plantLogo(tx: SchoolTransaction, school_id: number, word: string) {
  const content = Buffer.concat([Buffer.alloc(24), Buffer.from(word)])
  const { id } = await tx
    .insertInto('document')
    .values({
      school_id,
      owner_type: 'school',
      owner_id: school_id,
      kind: 'logo',
      filename: word,
      mime: 'image/png',
      size: content.length,
      sha256: Buffer.from(word),
      content,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.updateTable('school').set({ logo_document_id: id }).where('id', '=', school_id).execute()
  return id
}

/**
 * Fills every table of a school and writes the word into every text a person or another school could come to see.
 * Returns the ids, for questions another school must not get an answer to.
 */
export const plantSchool = (app: TestApp, schoolId: number, word: string) =>
  insideSchool(app, schoolId, async (tx) => {
    await tx
      .updateTable('school_setting')
      .set({ setting_value: sql`setting_value || ${JSON.stringify({ intro_markdown: word })}::jsonb` })
      .execute()
    await tx
      .insertInto('school_setting')
      .values({ school_id: schoolId, key: 'SCHOOL_LABELS', setting_value: JSON.stringify({ dashboardGreeting: word }) })
      .execute()
    await tx
      .updateTable('schoolclass')
      .set({ room: word.slice(0, 20), description: sql`description || ${word}` })
      .execute()
    await tx.updateTable('schoolgrade').set({ name: word }).execute()
    const people = await plantPeople(tx, schoolId, word)
    const confidential = await plantConfidential(tx, {
      ...people,
      school_id: schoolId,
      word,
      keys: app.platform.keys,
    })
    const applications = await plantApplications(tx, schoolId, word)
    const employee = await plantEmployee(tx, { school_id: schoolId, schoolclass_id: people.schoolclass, word })
    await tx
      .insertInto('schoolyear_free_day')
      .values({
        school_id: schoolId,
        school_year_id: people.activeYear,
        name: word,
        kind: 'closed',
        date_start: '2026-11-23',
        date_end: '2026-11-23',
      })
      .execute()
    const grade = await tx.selectFrom('schoolgrade').select('id').orderBy('grade').executeTakeFirstOrThrow()
    await tx
      .insertInto('schoolgrade_capacity')
      .values({ school_id: schoolId, school_year_id: applications.plannedYear, schoolgrade_id: grade.id, places: 40 })
      .execute()
    const logo = await plantLogo(tx, schoolId, word)
    await sql`select next_number('pupil')`.execute(tx)
    const rollover = await plantRollover(tx, {
      school_id: schoolId,
      from_year_id: people.activeYear,
      to_year_id: applications.plannedYear,
      pupil_id: people.pupil,
      employee_id: employee,
      word,
    })
    return { school: schoolId, ...people, ...confidential, ...applications, grade: grade.id, logo, employee, rollover }
  })
