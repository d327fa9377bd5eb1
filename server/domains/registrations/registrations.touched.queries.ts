import { sql } from 'kysely'

// Each correction of an address by the family increases the version by one.
const corrections = sql`(select coalesce(sum(t.mail_corrections), 0) from registration_contact t where t.registration_id = r.id)`

/**
 * The one rule for whether anybody has worked on the application `r` since it came: it was changed, decided or in the
 * bin, its timeline has an entry, papers were shown, a sibling was verified, or an address confirmed. A hold on its
 * deletion does not count: once the hold ends, the period continues (domain §5.2).
 */
export const isTouched = sql<boolean>`(r.version > 1 + ${corrections} or r.deleted_at is not null
  or exists (select from registration_status_history t where t.registration_id = r.id and t.from_status is not null)
  or exists (select from registration_event t where t.registration_id = r.id and t.kind not in ('held', 'hold_ended'))
  or exists (select from registration_paper t where t.registration_id = r.id)
  or exists (select from registration_sibling t where t.registration_id = r.id)
  or exists (select from registration_contact t where t.registration_id = r.id and t.mail_verified_at is not null))`
