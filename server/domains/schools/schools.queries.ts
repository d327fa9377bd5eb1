import { type Insertable, sql } from 'kysely'
import { SCHOOL_SETTINGS } from '#contract/schools/schools.ts'
import type { Queries } from '#server/db/database.ts'
import { hashToken } from '#server/db/hash-token.ts'
import type { PrivacyNotice, School, SchoolSetting } from '#server/db/schema.generated.ts'
import { bindSchool, type SchoolTransaction } from '#server/db/school-transaction.ts'
import { listOpenSchoolyears } from '#server/domains/schoolyears/schoolyears.queries.ts'

/** For public pages, which name their school by its short: id and what they may show of it. */
export const findSchoolByShort = (tx: Queries, short: string) =>
  tx.selectFrom('school').selectAll().where('short', '=', short).executeTakeFirst()

/** The same, until the end of the transaction for this one alone: of two who change it one waits. */
export const holdSchool = (tx: SchoolTransaction, id: number) =>
  tx.selectFrom('school').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()

export const getSchool = (tx: Queries, id: number) =>
  tx.selectFrom('school').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** All schools of the installation, for jobs that go through them one by one. */
export const listSchoolIds = (tx: Queries) => tx.selectFrom('school').select('id').orderBy('id').execute()

/** Schools of the installation and whether one may apply there at the instant (ISO 8601). */
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

/** The new school's id, or undefined when its short is taken. */
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

type SettingKey = keyof typeof SCHOOL_SETTINGS

/** A setting of the bound school, with the contract's defaults for what is not stored. */
export async function getSetting<K extends SettingKey>(tx: SchoolTransaction, key: K) {
  const row = await tx.selectFrom('school_setting').select('setting_value').where('key', '=', key).executeTakeFirst()
  return SCHOOL_SETTINGS[key].parse(row?.setting_value ?? {}) as ReturnType<(typeof SCHOOL_SETTINGS)[K]['parse']>
}

/** Stores a setting of the bound school as it is given, what is left out as its default; a first row notes who set its keys. Answers its id. */
export const updateSetting = <K extends SettingKey>(
  tx: SchoolTransaction,
  {
    schoolId,
    key,
    value,
  }: { schoolId: number; key: K; value: Partial<ReturnType<(typeof SCHOOL_SETTINGS)[K]['parse']>> },
) =>
  tx
    .insertInto('school_setting')
    .values({
      school_id: schoolId,
      key,
      setting_value: JSON.stringify(value),
      field_changes: sql`(select coalesce(jsonb_object_agg(k, jsonb_build_object('version', 1, 'by', current_actor(), 'at', now())), '{}')
        from jsonb_object_keys(${JSON.stringify(value)}::jsonb) k)`,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['school_id', 'key'])
        .doUpdateSet(({ ref }) => ({ setting_value: ref('excluded.setting_value') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()

export const insertPrivacyNotice = (tx: SchoolTransaction, notice: Insertable<PrivacyNotice>) =>
  tx.insertInto('privacy_notice').values(notice).execute()

/** The newest Art. 13 notice: the one an application must have read (domain DP-01). */
export const findPrivacyNotice = (tx: SchoolTransaction) =>
  tx
    .selectFrom('privacy_notice')
    .select(['id', 'body_markdown'])
    .orderBy('version_number', 'desc')
    .limit(1)
    .executeTakeFirst()

const ask = async (tx: Queries, question: ReturnType<typeof sql<{ answer: boolean }>>) => {
  const { rows } = await question.execute(tx)
  return rows[0]?.answer ?? false
}

export const isSetupLink = (tx: Queries, token: string) =>
  ask(tx, sql<{ answer: boolean }>`select setup_link_is_valid(${hashToken(token)}) as answer`)

/** Uses the one-time link up; false when it is not valid (any more). */
export const spendSetupLink = (tx: Queries, token: string) =>
  ask(tx, sql<{ answer: boolean }>`select use_setup_link(${hashToken(token)}) as answer`)

/** Grades of a school are changed one at a time: each must fit to the others. */
export const lockSchoolgrades = (tx: SchoolTransaction) =>
  sql`select pg_advisory_xact_lock(hashtextextended('schoolgrade ' || current_school(), 0))`.execute(tx)

/** The numbers of all grades, those that are not used any more included. */
export const listGradeNumbers = (tx: SchoolTransaction) =>
  tx.selectFrom('schoolgrade').select(['id', 'grade', 'next_schoolgrade_id']).orderBy('grade').execute()

interface GradeRange {
  grade_min: number
  grade_max: number
  entry_grade: number
}

/** Makes the grades of a school, each leading to the next; the last is the leaving grade. */
export async function insertGrades(
  tx: SchoolTransaction,
  schoolId: number,
  { grade_min, grade_max, entry_grade }: GradeRange,
) {
  const numbers = Array.from({ length: grade_max - grade_min + 1 }, (_, offset) => grade_min + offset)
  const grades = await tx
    .insertInto('schoolgrade')
    .values(
      numbers.map((grade) => ({
        school_id: schoolId,
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
