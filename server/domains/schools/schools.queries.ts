import { type Insertable, sql } from 'kysely'
import type { Queries } from '#server/db/database.ts'
import { hashToken } from '#server/db/hash-token.ts'
import type { Document, PrivacyNotice, School, SchoolSetting } from '#server/db/schema.generated.ts'
import { bindSchool, type SchoolTransaction } from '#server/db/school-transaction.ts'
import { listOpenSchoolyears } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { getSetting } from './schools.shared.queries.ts'

/** Schools of the installation and whether their form is open at this time (ISO 8601). */
export async function listOpenSchools(tx: Queries, now: string) {
  const schools = await tx.selectFrom('school').select(['id', 'short', 'name', 'phone']).orderBy('short').execute()
  const answers = []
  for (const { id, ...school } of schools) {
    const inside = await bindSchool(tx, id)
    const { isActive } = await getSetting(inside, 'SCHOOL_REGISTRATION_SETTINGS')
    const years = isActive ? await listOpenSchoolyears(inside, now) : []
    answers.push({ ...school, registration_open: years.length > 0 })
  }
  return answers
}

/** Returns the new school's id, or undefined when its short name is taken. */
export async function insertSchool(tx: Queries, school: Insertable<School>) {
  const row = await tx
    .insertInto('school')
    .values(school)
    .onConflict((conflict) => conflict.column('short').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export const insertSetting = (tx: SchoolTransaction, setting: Insertable<SchoolSetting>) =>
  tx.insertInto('school_setting').values(setting).execute()

export const insertPrivacyNotice = (tx: SchoolTransaction, notice: Insertable<PrivacyNotice>) =>
  tx.insertInto('privacy_notice').values(notice).execute()

const ask = async (tx: Queries, question: ReturnType<typeof sql<{ answer: boolean }>>) => {
  const { rows } = await question.execute(tx)
  return rows[0]?.answer ?? false
}

export const isSetupLink = (tx: Queries, token: string) =>
  ask(tx, sql<{ answer: boolean }>`select setup_link_is_valid(${hashToken(token)}) as answer`)

/** Uses up the one-time link; false when it is not valid (any more). */
export const spendSetupLink = (tx: Queries, token: string) =>
  ask(tx, sql<{ answer: boolean }>`select use_setup_link(${hashToken(token)}) as answer`)

interface GradeRange {
  grade_min: number
  grade_max: number
  entry_grade: number
}

/** Creates the grades of a school, each leading to the next; the last is the leaving grade. */
export async function insertGrades(tx: SchoolTransaction, { grade_min, grade_max, entry_grade }: GradeRange) {
  const numbers = Array.from({ length: grade_max - grade_min + 1 }, (_, offset) => grade_min + offset)
  const grades = await tx
    .insertInto('schoolgrade')
    .values(
      numbers.map((grade) => ({
        grade,
        name: `Klassenstufe ${grade}`,
        is_entry: grade === entry_grade,
        accepts_lateral: grade !== entry_grade,
      })),
    )
    .returning(['id', 'grade'])
    .execute()
  await tx
    .updateTable('schoolgrade as g')
    .from('schoolgrade as n')
    .set((eb) => ({ next_schoolgrade_id: eb.ref('n.id') }))
    .whereRef('n.school_id', '=', 'g.school_id')
    .whereRef('n.grade', '=', (eb) => eb('g.grade', '+', 1))
    .execute()
  return grades
}

export async function insertDocument(tx: SchoolTransaction, document: Insertable<Document>) {
  const { id } = await tx.insertInto('document').values(document).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Deletes all logos of the bound school except the given one. */
export const deleteLogos = (tx: SchoolTransaction, currentId: number | null) =>
  tx
    .deleteFrom('document')
    .where('owner_type', '=', 'school')
    .where('kind', '=', 'logo')
    .where('id', 'is distinct from', currentId)
    .execute()
