import { sql } from 'kysely'
import { SCHOOL_SETTINGS } from '#contract/schools/schools.ts'
import type { Queries } from '#server/db/database.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { pngSize } from '#server/documents/logo-image.ts'

/** The id and public data of a school by its short name, which public pages have in their address. */
export const findSchoolByShort = (tx: Queries, short: string) =>
  tx.selectFrom('school').selectAll().where('short', '=', short).executeTakeFirst()

/** The bound school. */
export const getSchool = (tx: SchoolTransaction) =>
  tx.selectFrom('school').selectAll().where('id', '=', sql<number>`current_school()`).executeTakeFirstOrThrow()

/** All schools of the installation, for jobs that handle them one by one. */
export const listSchoolIds = (tx: Queries) => tx.selectFrom('school').select('id').orderBy('id').execute()

type SettingKey = keyof typeof SCHOOL_SETTINGS

/** A setting of the bound school, with the contract's defaults for missing keys. */
export async function getSetting<K extends SettingKey>(tx: SchoolTransaction, key: K) {
  const row = await tx.selectFrom('school_setting').select('setting_value').where('key', '=', key).executeTakeFirst()
  return SCHOOL_SETTINGS[key].parse(row?.setting_value ?? {}) as ReturnType<(typeof SCHOOL_SETTINGS)[K]['parse']>
}

/**
 * Stores a setting of the bound school, with defaults for missing keys; the first row also stores who set its keys.
 * Returns its id.
 */
export const updateSetting = <K extends SettingKey>(
  tx: SchoolTransaction,
  { key, value }: { key: K; value: Partial<ReturnType<(typeof SCHOOL_SETTINGS)[K]['parse']>> },
) =>
  tx
    .insertInto('school_setting')
    .values({
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

/** The newest Art. 13 notice: the one an application must have read (domain DP-01). */
export const findPrivacyNotice = (tx: SchoolTransaction) =>
  tx
    .selectFrom('privacy_notice')
    .select(['id', 'body_markdown'])
    .select((eb) => eb.ref('facts').$castTo<Record<string, string> | null>().as('facts'))
    .orderBy('version_number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A school's grades are changed one at a time, because they must fit each other. */
export const lockSchoolgrades = (tx: SchoolTransaction) =>
  sql`select pg_advisory_xact_lock(hashtextextended('schoolgrade ' || current_school(), 0))`.execute(tx)

/** The numbers of all grades, including those that are switched off. */
export const listGradeNumbers = (tx: SchoolTransaction) =>
  tx.selectFrom('schoolgrade').select(['id', 'grade', 'next_schoolgrade_id']).orderBy('grade').execute()

/** The logo of the bound school for pages: a data URL and its size in pixels; null without one. */
export async function findLogo(tx: SchoolTransaction, documentId: number | null) {
  if (documentId === null) return null
  const logo = await tx
    .selectFrom('document')
    .select(['mime', 'content'])
    .where('id', '=', documentId)
    .executeTakeFirst()
  return logo ? { src: dataAddress(logo), ...pngSize(logo.content) } : null
}

export const dataAddress = ({ mime, content }: { mime: string; content: Buffer }) =>
  `data:${mime};base64,${content.toString('base64')}`

/** Locks the bound school until the end of the transaction: when two people change it, one waits. */
export const lockSchool = (tx: SchoolTransaction) =>
  tx
    .selectFrom('school')
    .selectAll()
    .where('id', '=', sql<number>`current_school()`)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
