import { sql } from 'kysely'
import type { FirstStep } from '#contract/firststeps/firststeps.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

type Counted = Exclude<FirstStep, 'mail' | 'imprint' | 'backup'>

interface StoredFacts extends Record<Counted, number> {
  imprint: boolean
  /** The last mail, or test mail, that the mail server took. */
  sent_at: string | null
  /** Entry grades without places, by name. */
  missing: string[]
  /** Heads who may see protected data: they prepare data protection (domain §4). */
  doers: string[]
  /** The first year to come that has no holidays. */
  open_year: string | null
  /** Employees who work here and have no account. */
  without_account: number
}

/** What the bound school already has. */
export async function findFacts(tx: SchoolTransaction) {
  const { rows } = await sql<StoredFacts>`
    select
      greatest(
        (select max(sent_at) from mail_log where state = 'sent'),
        (select max(created_at) from user_log where action = 'mail_tested' and result = 'ok')) as sent_at,
      (select count(*) from schoolyear y
        join schoolyear_free_day d on d.school_id = y.school_id and d.school_year_id = y.id
        where y.state = 'active' and d.kind = 'holiday') as holidays,
      (select min(y.name) from schoolyear y
        where y.state = 'planned' and not exists (
          select from schoolyear_free_day d
          where d.school_id = y.school_id and d.school_year_id = y.id and d.kind = 'holiday')) as open_year,
      (select count(*) from schoolclass c join schoolyear y on y.school_id = c.school_id and y.id = c.school_year_id
        where y.state = 'active') as classes,
      array(
        select g.name from schoolgrade g where g.active and g.is_entry and not exists (
          select from schoolgrade_capacity p
          where p.school_id = g.school_id and p.schoolgrade_id = g.id)
        order by g.grade) as missing,
      array(
        select u.name from app_user u join user_school a on a.user_id = u.id
        where a.school_id = current_school() and u.role = 'schooladmin' and u.may_view_sensitive
          and u.deactivated_at is null
        order by u.name, u.id) as doers,
      (select count(*) from pupil) as pupils,
      (select count(*) from user_school where school_id = current_school()) as colleagues,
      (select count(*) from employee where active and deleted_at is null and user_id is null) as without_account,
      (select count(*) from processor) as processors,
      exists (select from legal_text where key = 'impressum') as imprint,
      (select count(*) from registration) as form`.execute(tx)
  return rows[0] as StoredFacts
}
