import { sql } from 'kysely'
import type { StatusMailKind } from '#contract/registrations/registrations.mail-labels.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

interface NewStatusMail {
  registration_id: number
  kind: StatusMailKind
  addition: string | null
  created_by: number
  /** ISO 8601, of the program's clock. */
  created_at: string
}

export async function insertStatusMail(tx: SchoolTransaction, mail: NewStatusMail) {
  const { id } = await tx.insertInto('registration_status_mail').values(mail).returning('id').executeTakeFirstOrThrow()
  return id
}

/** The same for many at once, with the id of each by the application. */
export async function insertStatusMails(
  tx: SchoolTransaction,
  mails: readonly (NewStatusMail & { by_letter?: boolean; by_phone?: boolean; told_at?: string })[],
) {
  if (mails.length === 0) return new Map<number, number>()
  const rows = await tx
    .insertInto('registration_status_mail')
    .values([...mails])
    .returning(['id', 'registration_id'])
    .execute()
  return new Map(rows.map(({ id, registration_id }) => [registration_id, id]))
}

export const findStatusMail = (tx: SchoolTransaction, id: number) =>
  tx
    .selectFrom('registration_status_mail')
    .select(['id', 'registration_id', 'kind', 'addition'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Stores that one of its mails left at this time (ISO 8601). */
export const updateInformedAt = (tx: SchoolTransaction, id: number, told_at: string) =>
  tx.updateTable('registration_status_mail').set({ told_at, updated_at: sql`now()` }).where('id', '=', id).execute()

/** The senders of an application's status mails, by the id in the mails of the outbox. */
export const listStatusMailSenders = (tx: SchoolTransaction, registrationId: number) =>
  tx
    .selectFrom('registration_status_mail as s')
    .innerJoin('app_user as u', 'u.id', 's.created_by')
    .select(['s.id', 'u.name'])
    .where('s.registration_id', '=', registrationId)
    .execute()

/** Mails of a status mail that may still need its personal lines: waiting or failed ones. */
const unfinished = sql<boolean>`exists (select from registration_contact c
  join mail_log m on m.school_id = c.school_id and m.related_type = 'registration_contact' and m.related_id = c.id
  where c.school_id = s.school_id and c.registration_id = s.registration_id
    and m.related_ids @> array[s.id] and m.template = 'registration_' || s.kind and m.state in ('queued', 'failed'))`

/** Deletes the personal lines of a status mail once all its mails have left. */
export const deleteAddition = (tx: SchoolTransaction, id: number) =>
  tx
    .updateTable('registration_status_mail as s')
    .set({ addition: null, updated_at: sql`now()` })
    .where('s.id', '=', id)
    .where('s.addition', 'is not', null)
    .where((eb) => eb.not(unfinished))
    .execute()

/** The same for all status mails, also dropped ones, and old ones whose mails still fail. */
export const deleteAdditions = (tx: SchoolTransaction, before: string) =>
  tx
    .updateTable('registration_status_mail as s')
    .set({ addition: null, updated_at: sql`now()` })
    .where('s.addition', 'is not', null)
    .where((eb) => eb.or([eb.not(unfinished), eb('s.created_at', '<=', before)]))
    .execute()
