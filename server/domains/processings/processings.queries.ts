import { type Insertable, sql, type Updateable } from 'kysely'
import type { Processing } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** What the school has added to the register: its own activities by name, and additions to those of the program. */
export const listProcessings = (tx: SchoolTransaction) =>
  tx.selectFrom('processing').selectAll().orderBy('title').orderBy('id').execute()
export type ProcessingRow = Awaited<ReturnType<typeof listProcessings>>[number]

/** The whole row of one of the school's own activities, locked until the end of the transaction. */
export const lockOwnProcessing = (tx: SchoolTransaction, id: number) =>
  tx.selectFrom('processing').selectAll().where('id', '=', id).where('key', 'is', null).forUpdate().executeTakeFirst()

/** The row of an activity of the program, made if there is none yet, and locked until the end of the transaction. */
export async function lockProductProcessing(tx: SchoolTransaction, key: string) {
  await tx
    .insertInto('processing')
    .values({ key })
    .onConflict((conflict) => conflict.columns(['school_id', 'key']).doNothing())
    .execute()
  return tx.selectFrom('processing').selectAll().where('key', '=', key).forUpdate().executeTakeFirstOrThrow()
}

export async function insertProcessing(tx: SchoolTransaction, processing: Insertable<Processing>) {
  const { id } = await tx.insertInto('processing').values(processing).returning('id').executeTakeFirstOrThrow()
  return id
}

export const updateProcessing = (tx: SchoolTransaction, id: number, change: Updateable<Processing>) =>
  tx.updateTable('processing').set(change).where('id', '=', id).execute()

export const deleteProcessing = (tx: SchoolTransaction, id: number) =>
  tx.deleteFrom('processing').where('id', '=', id).execute()

/**
 * Lists, papers and packages that were made since an instant, counted by kind, and by format where the log names one.
 */
export async function listExports(tx: SchoolTransaction, since: string) {
  const { rows } = await sql<{
    action: string
    entity_type: string
    format: string | null
    count: number
    last_at: string
  }>`
    select action, entity_type, count(*) as count, max(created_at) as last_at,
      case when action = 'export_created' and entity_type in ('pupil', 'pupil_document') then changed_fields[2] end as format
    from user_log
    where action in ('export_created', 'access_package_created', 'registrations_printed', 'certificate_created')
      and result = 'ok' and created_at >= ${since}
    group by 1, 2, 5 order by 1, 2, 5`.execute(tx)
  return rows
}

/** What the program is used for at the bound school, as numbers where the register names them. */
export async function getUsage(tx: SchoolTransaction, { year, halfYear }: { year: string; halfYear: string }) {
  const { rows } = await sql<{
    imports: number
    mails: number
    digests: number
    calendars: number
    has_consents: boolean
    sensitive_kinds: string[]
  }>`select
    (select count(*) from user_log where action in ('pupil_imported', 'registrations_imported', 'employees_imported') and created_at >= ${year}) as imports,
    (select count(*) from mail_log where state = 'sent' and created_at >= ${halfYear}) as mails,
    (select count(*) from sicknote_feed where kind = 'digest') as digests,
    (select count(*) from sicknote_feed where kind = 'calendar') as calendars,
    exists (select from consent) as has_consents,
    array(select distinct kind from pupil_sensitive order by 1) as sensitive_kinds`.execute(tx)
  return rows[0] as (typeof rows)[number]
}
