import type { NoticeReader, NoticeVersion } from '#contract/privacynotices/privacynotices.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { registrations } from '#server/domains/registrations/registrations.shared.queries.ts'

const selectVersions = (tx: SchoolTransaction) =>
  tx
    .selectFrom('privacy_notice as n')
    .leftJoin('app_user as u', 'u.id', 'n.created_by')
    .select(['n.id', 'n.version_number', 'n.body_markdown', 'n.template_markdown', 'n.created_at'])
    .select(['u.name as created_by_name'])
    .select((eb) => eb.ref('n.facts').$castTo<Record<string, string> | null>().as('facts'))
    .orderBy('n.version_number', 'desc')

export const findNewestNotice = (tx: SchoolTransaction) => selectVersions(tx).limit(1).executeTakeFirst()

/** One version, or undefined. */
export const findNotice = (tx: SchoolTransaction, id: number) =>
  tx
    .selectFrom('privacy_notice')
    .select(['version_number', 'body_markdown', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()

/** All versions, newest first, each with the number of applications that name it, also those in the bin. */
export async function listNoticeVersions(tx: SchoolTransaction) {
  const counts = await tx
    .selectFrom('registration')
    .select(({ fn }) => ['privacy_notice_id as id', fn.countAll<number>().as('readers')])
    .where('privacy_notice_id', 'is not', null)
    .groupBy('privacy_notice_id')
    .execute()
  const readers = new Map(counts.map((one) => [one.id, one.readers]))
  const versions = await selectVersions(tx).execute()
  return versions.map((version): NoticeVersion & Pick<typeof version, 'facts'> => ({
    ...version,
    readers: readers.get(version.id) ?? 0,
  }))
}

interface NewNotice {
  version_number: number
  body_markdown: string
  template_markdown: string
  /** JSON. */
  facts: string
  created_by: number
  /** ISO 8601, of the program's clock. */
  created_at: string
}

/** False when somebody else already published that version. */
export async function insertNotice(tx: SchoolTransaction, notice: NewNotice) {
  const row = await tx
    .insertInto('privacy_notice')
    .values(notice)
    .onConflict((conflict) => conflict.columns(['school_id', 'version_number']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const hasNotice = async (tx: SchoolTransaction, id: number) =>
  (await tx.selectFrom('privacy_notice').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Applications that came with this version, newest first; those in the bin are counted nowhere here. */
export async function listNoticeReaders(tx: SchoolTransaction, id: number, limit: number) {
  const found = registrations(tx).where('r.privacy_notice_id', '=', id)
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .select(['r.id as registration_id', 'r.number', 'r.child_firstname', 'r.child_lastname', 'r.created_at as read_at'])
    .select(['k.firstname', 'k.lastname'])
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute()
  return {
    total,
    rows: rows.map(
      ({ firstname, lastname, ...row }): NoticeReader => ({
        ...row,
        contact: firstname === null ? null : `${firstname} ${lastname}`,
      }),
    ),
  }
}
