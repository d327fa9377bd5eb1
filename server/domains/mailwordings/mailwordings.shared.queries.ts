import { MAIL_WORDINGS, type WordingKey } from '#contract/mailwordings/mailwordings.texts.ts'
import type { MailWording } from '#contract/mailwordings/mailwordings.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

export const selectWordings = (tx: SchoolTransaction) =>
  tx
    .selectFrom('mail_wording as w')
    .leftJoin('app_user as u', 'u.id', 'w.created_by')
    .select(['w.key', 'w.version', 'w.subject', 'w.body', 'w.created_at', 'u.name'])
type WordingRow = Awaited<ReturnType<ReturnType<typeof selectWordings>['execute']>>[number]

/** The words that come with the product, until a school writes its own. */
export const productWording = (key: WordingKey): MailWording => ({
  key,
  version: 0,
  is_own: false,
  subject: MAIL_WORDINGS[key].subject,
  body: MAIL_WORDINGS[key].body,
  changed_at: null,
  changed_by: null,
})

export const toWording = (key: WordingKey, row: WordingRow): MailWording => ({
  key,
  version: row.version,
  is_own: row.body !== null,
  subject: row.subject ?? MAIL_WORDINGS[key].subject,
  body: row.body ?? MAIL_WORDINGS[key].body,
  changed_at: row.created_at,
  changed_by: row.name,
})

/** The current wording of the bound school's mails of that kind. */
export async function getWording(tx: SchoolTransaction, key: WordingKey): Promise<MailWording> {
  const row = await selectWordings(tx).where('w.key', '=', key).orderBy('w.version', 'desc').limit(1).executeTakeFirst()
  return row ? toWording(key, row) : productWording(key)
}
