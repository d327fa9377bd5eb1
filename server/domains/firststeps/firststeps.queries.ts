import { sql } from 'kysely'
import type { FirstStep } from '#contract/firststeps/firststeps.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

type StoredFacts = Record<Exclude<FirstStep, 'mail' | 'backup'> | 'sent', boolean>

/** What the bound school already has. `sent`: a mail of it, or a test mail, was taken by the mail server. */
export async function findFacts(tx: SchoolTransaction) {
  const { rows } = await sql<StoredFacts>`
    select
      exists (select from mail_log where state = 'sent')
        or exists (select from user_log where action = 'mail_tested' and result = 'ok') as sent,
      exists (
        select from schoolyear y join schoolyear_free_day d on d.school_id = y.school_id and d.school_year_id = y.id
        where y.state = 'active' and d.kind = 'holiday') as holidays,
      exists (
        select from schoolclass c join schoolyear y on y.school_id = c.school_id and y.id = c.school_year_id
        where y.state = 'active')
        and not exists (
          select from schoolgrade g where g.active and g.is_entry and not exists (
            select from schoolgrade_capacity p where p.school_id = g.school_id and p.schoolgrade_id = g.id)) as classes,
      exists (select from pupil) as pupils,
      (select count(*) > 1 from user_school where school_id = current_school()) as colleagues,
      exists (select from processor) as processors,
      exists (select from legal_text where key = 'impressum') as imprint,
      exists (select from registration) as form`.execute(tx)
  return rows[0] as StoredFacts
}
