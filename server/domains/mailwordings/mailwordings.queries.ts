import { WORDING_KEYS, type WordingKey } from '#contract/mailwordings/mailwordings.texts.ts'
import type { MailWording } from '#contract/mailwordings/mailwordings.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { productWording, selectWordings, toWording } from './mailwordings.shared.queries.ts'

/** The same of all mails, in the order of the contract. */
export async function listWordings(tx: SchoolTransaction): Promise<MailWording[]> {
  const rows = await selectWordings(tx).distinctOn('w.key').orderBy('w.key').orderBy('w.version', 'desc').execute()
  return WORDING_KEYS.map((key) => {
    const row = rows.find((one) => one.key === key)
    return row ? toWording(key, row) : productWording(key)
  })
}

/** All versions, newest first; the last one is the product's. */
export async function listWordingVersions(tx: SchoolTransaction, key: WordingKey): Promise<MailWording[]> {
  const rows = await selectWordings(tx).where('w.key', '=', key).orderBy('w.version', 'desc').execute()
  return [...rows.map((row) => toWording(key, row)), productWording(key)]
}

interface NewWording {
  key: WordingKey
  version: number
  /** Null with `body`: the product's words again. */
  subject: string | null
  body: string | null
  created_by: number
  /** ISO 8601, of the program's clock. */
  created_at: string
}

/** False when somebody else already wrote that version. */
export async function insertWording(tx: SchoolTransaction, wording: NewWording) {
  const row = await tx
    .insertInto('mail_wording')
    .values(wording)
    .onConflict((conflict) => conflict.columns(['school_id', 'key', 'version']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
