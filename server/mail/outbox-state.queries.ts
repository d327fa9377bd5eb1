import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/**
 * Counts a school's waiting mails, including those about its people's accounts. `since`: when the oldest was queued;
 * null when none is waiting. `in_vain` and `minutes` (by the database's clock, which stamps them) leave out mails that
 * wait although a later one has left: their recipients are the reason.
 */
export async function countWaitingMails(tx: SchoolTransaction) {
  // A mail that is sent again after a refusal counts as waiting from then on, not from its first request.
  const { rows } = await sql<{ waiting: number; in_vain: number; since: string | null; minutes: number }>`
    select count(*)::int as waiting, min(since) as since,
      (count(error) filter (where since > last_sent))::int as in_vain,
      coalesce(extract(epoch from now() - min(since) filter (where since > last_sent)) / 60, 0)::float8 as minutes
    from (
      select coalesce(max(sent_at), '-infinity') as last_sent from (
        select max(sent_at) as sent_at from mail_log where school_id = current_school() and state = 'sent'
        union all
        select max(m.sent_at) from account_mail m join user_school u on u.user_id = m.user_id
        where u.school_id = current_school() and m.state = 'sent') sent
    ) newest, (
      select error, case when error is null then updated_at else created_at end as since
      from mail_log where school_id = current_school() and state = 'queued'
      union all
      select m.error, m.created_at
      from account_mail m join user_school u on u.user_id = m.user_id
      where u.school_id = current_school() and m.state = 'queued') mails`.execute(tx)
  return rows[0] ?? { waiting: 0, in_vain: 0, since: null, minutes: 0 }
}
