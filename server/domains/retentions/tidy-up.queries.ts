import { sql } from 'kysely'
import type { Queries } from '#server/db/database.ts'
import { enqueue } from '#server/db/enqueue.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { everHadHold } from '#server/domains/registrations/registrations.deletion.shared.queries.ts'
import { COPY_ERASURES_TASK } from './erasures.queries.ts'

/** The times (ISO 8601) before which rows may be deleted. */
interface Limits {
  now: string
  draftsBefore: string
  linksBefore: string
  proposalsBefore: string
}

/** Applications that came into the bin before this time, locked. */
export async function lockBinnedApplications(tx: SchoolTransaction, before: string) {
  const binned = await tx
    .selectFrom('registration as r')
    .select('r.id')
    .where('r.deleted_at', '<=', before)
    // The preview decides about applications whose hold ended (domain DP-07).
    .where((eb) => eb.not(everHadHold))
    .orderBy('r.id')
    .forUpdate()
    .execute()
  return binned.map(({ id }) => id)
}

/**
 * Deletes what the bound school no longer needs: old drafts, used receipts, links that expired long ago, and
 * erasures on request that nobody confirmed.
 */
export async function deleteOutdated(
  tx: SchoolTransaction,
  { now, draftsBefore, linksBefore, proposalsBefore }: Limits,
) {
  await tx.deleteFrom('erasure_proposal').where('created_at', '<=', proposalsBefore).execute()
  await tx.deleteFrom('registration_draft').where('updated_at', '<=', draftsBefore).execute()
  await tx.deleteFrom('registration_receipt').where('expires_at', '<=', now).execute()
  await tx.deleteFrom('registration_contact_link').where('expires_at', '<=', linksBefore).execute()
}

/**
 * Deletes lines of the mail log that are half a year old (domain §5.2), at most this many; returns how many. The
 * contacts who were informed of a decision by these mails are stored with the decision, because the family's page still
 * shows it (ADR 0023).
 */
export async function deleteOldMails(tx: SchoolTransaction, { today, limit }: { today: string; limit: number }) {
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from mail_log where id in (
        select id from mail_log
        -- The first bound is the index's, the second the calendar's: 31.08. and six months are 28.02.
        where created_at < ${today}::date - interval '6 months' + interval '4 days'
          and (created_at at time zone 'Europe/Berlin')::date + interval '6 months' <= ${today}::date
        order by created_at limit ${limit} for update)
      returning template, state, related_type, related_id, related_ids),
    heard as (
      update registration_status_mail s set told_to = s.told_to || h.contacts
      from (select unnest(related_ids) as id, template, array_agg(related_id) as contacts from gone
        where state = 'sent' and related_type = 'registration_contact' group by 1, 2) h
      where s.id = h.id and h.template = 'registration_' || s.kind)
    select count(*)::int as count from gone`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Files that somebody chose for a circular and did not send within a day. */
export const deleteUnsentAttachments = (tx: SchoolTransaction, now: string) =>
  sql`delete from circular_attachment
    where circular_id is null and created_at < ${now}::timestamptz - interval '1 day'`.execute(tx)

/** Circulars go with the lines about their recipients: after six months (domain §5.2). */
export const deleteOldCirculars = (tx: SchoolTransaction, today: string) =>
  sql`delete from circular
    where (created_at at time zone 'Europe/Berlin')::date + interval '6 months' <= ${today}::date`.execute(tx)

/**
 * Deletes rows that belong to no school: expired sessions, idempotency keys after 48 hours, used counters, and accounts
 * that were closed half a year ago. The job copies the proofs of the accounts to the journal.
 */
export async function tidyInstallation(tx: Queries, now: string) {
  await sql`select tidy_installation(${now}::timestamptz)`.execute(tx)
  await enqueue(tx, COPY_ERASURES_TASK, { jobKey: COPY_ERASURES_TASK })
}
