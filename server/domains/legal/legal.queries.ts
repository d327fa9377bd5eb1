import type { LegalKey } from '#contract/legal/legal.ts'
import type { Queries } from '#server/db/database.ts'

/** The newest version that somebody wrote; undefined while the product's own text is used. */
export const findNewestText = (tx: Queries, key: LegalKey) =>
  tx
    .selectFrom('legal_text')
    .select(['body_markdown', 'template_markdown', 'version_number', 'created_at'])
    .select((eb) => eb.ref('facts').$castTo<Record<string, string> | null>().as('facts'))
    .where('key', '=', key)
    .orderBy('version_number', 'desc')
    .limit(1)
    .executeTakeFirst()

const selectVersions = (tx: Queries, key: LegalKey) =>
  tx
    .selectFrom('legal_text as t')
    .leftJoin('app_user as u', 'u.id', 't.created_by')
    .select([
      't.id',
      't.body_markdown',
      't.template_markdown',
      't.version_number',
      't.created_at',
      'u.name as created_by_name',
    ])
    .where('t.key', '=', key)
    .orderBy('t.version_number', 'desc')

export const listVersions = (tx: Queries, key: LegalKey) => selectVersions(tx, key).execute()

export const findNewestVersion = (tx: Queries, key: LegalKey) => selectVersions(tx, key).limit(1).executeTakeFirst()

interface NewText {
  key: LegalKey
  version_number: number
  body_markdown: string
  template_markdown: string
  /** JSON. */
  facts: string
  created_by: number
}

/** The new row's id, or undefined when somebody else was first with that number. */
export async function insertText(tx: Queries, text: NewText) {
  const row = await tx
    .insertInto('legal_text')
    .values(text)
    .onConflict((conflict) => conflict.columns(['key', 'version_number']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}
