import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { insideSchool } from './factories.ts'
import { plantAbsences } from './planted-absences.ts'
import { plantAdmissions } from './planted-admissions.ts'
import { plantConfidential } from './planted-confidential.ts'
import { plantImport } from './planted-import.ts'
import { plantEmployee, plantPeople } from './planted-people.ts'
import { plantRegisters } from './planted-registers.ts'
import { plantRequest } from './planted-requests.ts'
import { plantRollover } from './planted-rollover.ts'
import { plantViews } from './planted-views.ts'
import type { TestApp } from './test-app.ts'

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
      wait_place: row.status === 'waiting' ? 1 : null,
      waiting_since: row.status === 'waiting' ? '2026-11-18T08:00:00Z' : null,
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

export async function plantApplications(tx: SchoolTransaction, school_id: number, word: string) {
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
      bounce_reason: 'unknown',
      bounced_at: '2026-11-20T07:00:00Z',
    })
    .execute()
  return { accepted: accepted.id, waiting: waiting.id, contact: contact.id, plannedYear: year.id }
}

/** The school's logo: the first bytes of a picture, and the word. */
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

const plantFreeDay = (tx: SchoolTransaction, place: { school_id: number; school_year_id: number; name: string }) =>
  tx
    .insertInto('schoolyear_free_day')
    .values({ ...place, kind: 'closed', date_start: '2026-11-23', date_end: '2026-11-23' })
    .execute()

/** The word in settings, rooms, classes and grades. */
async function plantWords(tx: SchoolTransaction, schoolId: number, word: string) {
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
}

/**
 * Fills every table of a school and writes the word into every text that a person or another school could see. Returns
 * the ids, for requests that another school must not get an answer to.
 */
export const plantSchool = (app: TestApp, schoolId: number, word: string) =>
  insideSchool(app, schoolId, async (tx) => {
    await plantWords(tx, schoolId, word)
    const people = await plantPeople(tx, { school_id: schoolId, word, keys: app.platform.keys })
    const confidential = await plantConfidential(tx, {
      ...people,
      school_id: schoolId,
      word,
      keys: app.platform.keys,
    })
    const applications = await plantApplications(tx, schoolId, word)
    const absences = await plantAbsences(tx, {
      school_id: schoolId,
      school_year_id: people.activeYear,
      pupil_id: people.pupil,
      word,
    })
    const admissions = await plantAdmissions(tx, {
      school_id: schoolId,
      registration_id: applications.accepted,
      contact_id: applications.contact,
      pupil_id: people.pupil,
      school_year_id: applications.plannedYear,
      word,
    })
    const employee = await plantEmployee(tx, { school_id: schoolId, schoolclass_id: people.schoolclass, word })
    await plantFreeDay(tx, { school_id: schoolId, school_year_id: people.activeYear, name: word })
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
    const registers = await plantRegisters(tx, schoolId, word)
    const request = await plantRequest(tx, { pupil_id: people.pupil, guardian_id: people.guardian, word })
    const pupilImport = await plantImport(tx, { school_id: schoolId, word })
    const view = await plantViews(tx, { school_id: schoolId, pupil_id: people.pupil, word })
    const moodleName = { school_id: schoolId, name_hash: Buffer.from(word), pupil_number: word }
    await tx.insertInto('moodle_name').values(moodleName).execute()
    return {
      school: schoolId,
      pupilImport,
      ...registers,
      ...people,
      ...confidential,
      ...absences,
      ...applications,
      ...admissions,
      grade: grade.id,
      logo,
      employee,
      rollover,
      request,
      view,
    }
  })
