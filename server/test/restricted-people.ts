import { sql } from 'kysely'
import type { RestrictedSubject } from '#contract/restrictions/restricted-subjects.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { insideSchool } from './factories.ts'
import { plantConfidential } from './planted-confidential.ts'
import { plantEmployee, plantPeople } from './planted-people.ts'
import { plantApplications } from './planted-school.ts'
import type { TestApp } from './test-app.ts'

/** A word that stands in every text about one restricted person, and nowhere else. */
export const RESTRICTED_WORDS: Record<RestrictedSubject, string> = {
  pupil: 'LINDWURM',
  guardian: 'GREIFVOGEL',
  employee: 'EINHORN',
  registration: 'BASILISK',
}

interface Place {
  school: number
  /** A visible child, whose second guardian will be restricted. */
  pupil: number
  schoolclass: number
}

type Planting = { app: TestApp; school: number }

/** An absence of today and a wished leave, with a closed half-year. */
async function plantAbsent(tx: SchoolTransaction, pupil_id: number, school_year_id: number) {
  const word = RESTRICTED_WORDS.pupil
  const said = { pupil_id, comment: word, reporter_name: word, reporter_phone: word }
  const [sicknote, leave] = await tx
    .insertInto('pupil_sicknote')
    .values([
      { ...said, date_start: '2026-11-19', date_end: '2026-11-20', reason: 'sick', source: 'phone' },
      {
        ...said,
        date_start: '2026-12-01',
        date_end: '2026-12-01',
        reason: 'leave',
        leave_decision: 'pending',
        leave_applied_at: '2026-11-18',
        source: 'staff',
      },
    ])
    .returning('id')
    .execute()
  const none = { days_unexcused: 0, days_open: 0, lessons_excused: 0, lessons_unexcused: 0, lessons_open: 0 }
  await tx
    .insertInto('absence_count')
    .values({ pupil_id, school_year_id, ...none, half: 1, days_excused: 3 })
    .execute()
  return { sicknote: sicknote?.id ?? 0, leave: leave?.id ?? 0 }
}

const plantPupil = async (tx: SchoolTransaction, { app, school }: Planting) => {
  const word = RESTRICTED_WORDS.pupil
  const keys = app.platform.keys
  const people = await plantPeople(tx, { school_id: school, word, keys })
  const secret = await plantConfidential(tx, { ...people, school_id: school, word, keys })
  const absences = await plantAbsent(tx, people.pupil, people.activeYear)
  const origin = await plantApplications(tx, school, word)
  await sql`update registration set pupil_id = ${people.pupil}, transformed_at = now() where id = ${origin.accepted}`.execute(
    tx,
  )
  await sql`delete from registration where id = ${origin.waiting}`.execute(tx)
  const { pupil, guardian, contactPerson, note } = people
  const ids = { childGuardian: guardian, contactPerson, note, origin: origin.accepted, originContact: origin.contact }
  return { pupil, ...ids, ...secret, ...absences }
}

/** What an import of this day wrote about the pupil. */
const plantImportedRow = (tx: SchoolTransaction, pupil: number) =>
  sql`insert into pupil_import_row (import_id, line, cells, verdict, written, match_id)
    select id, 3, ${JSON.stringify({ lastname: RESTRICTED_WORDS.pupil })}::jsonb, 'changed',
      ${JSON.stringify({ pupil_id: pupil })}::jsonb, ${pupil} from pupil_import limit 1`.execute(tx)

/** Another guardian of the visible child. */
const plantGuardian = async (tx: SchoolTransaction, { app, school }: Planting, child: number) => {
  const planted = await plantPeople(tx, {
    school_id: school,
    word: RESTRICTED_WORDS.guardian,
    keys: app.platform.keys,
  })
  await sql`insert into pupil_guardian (pupil_id, guardian_id, relationship, has_custody)
    values (${child}, ${planted.guardian}, 'father', true)`.execute(tx)
  await sql`delete from pupil where id = ${planted.pupil}`.execute(tx)
  return planted.guardian
}

const plantApplication = async (tx: SchoolTransaction, { school }: Planting, sibling: number) => {
  const word = RESTRICTED_WORDS.registration
  const { accepted, waiting, contact } = await plantApplications(tx, school, word)
  await sql`delete from registration where id = ${waiting}`.execute(tx)
  await sql`update registration set status = 'waiting', wait_rank = 2, wait_place = 2, waiting_since = now() where id = ${accepted}`.execute(
    tx,
  )
  const place = { registration_id: accepted }
  await tx
    .insertInto('registration_event')
    .values({ ...place, kind: 'edited', note: word, fields: [word] })
    .execute()
  await tx
    .insertInto('registration_sibling')
    .values({ ...place, pupil_id: sibling })
    .execute()
  await tx
    .insertInto('registration_paper')
    .values({ ...place, kind: 'custody_proof', seen_on: '2026-11-19' })
    .execute()
  await tx
    .insertInto('registration_status_mail')
    .values({ ...place, kind: 'waiting', addition: word })
    .execute()
  await tx
    .insertInto('retention_hold')
    .values({ ...place, reason: word, until: '2027-03-01' })
    .execute()
  return { registration: accepted, contact }
}

/**
 * A pupil with family, absences, class D and the application it came from, a guardian of a visible child, somebody who leads
 * a class, and an application: each with texts full of its own word. Returns their ids.
 */
export const plantRestrictable = (app: TestApp, { school, pupil: visible, schoolclass }: Place) =>
  insideSchool(app, school, async (tx) => {
    const planting = { app, school }
    const pupil = await plantPupil(tx, planting)
    await plantImportedRow(tx, pupil.pupil)
    const guardian = await plantGuardian(tx, planting, visible)
    const employee = await plantEmployee(tx, {
      school_id: school,
      schoolclass_id: schoolclass,
      word: RESTRICTED_WORDS.employee,
    })
    const application = await plantApplication(tx, planting, visible)
    // A view is what a user called it, not a row about somebody.
    await sql`delete from saved_view where name = any(${Object.values(RESTRICTED_WORDS)})`.execute(tx)
    return { ...pupil, guardian, employee, ...application }
  })
export type Restrictable = Awaited<ReturnType<typeof plantRestrictable>>
