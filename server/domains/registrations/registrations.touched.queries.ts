import { sql } from 'kysely'

// The family's own corrections of an address count a version each.
const corrections = sql`(select coalesce(sum(t.mail_corrections), 0) from registration_contact t where t.registration_id = r.id)`

/**
 * The one source of whether anybody worked on the application `r` since it came: it was changed, decided or in the bin,
 * something stands in its timeline, papers were shown, a sibling was verified, or an address confirmed. That its deletion
 * is put off is no work on it: once the hold ends, its period goes on (domain §5.2).
 */
export const isTouched = sql<boolean>`(r.version > 1 + ${corrections} or r.deleted_at is not null
  or exists (select from registration_status_history t where t.registration_id = r.id and t.from_status is not null)
  or exists (select from registration_event t where t.registration_id = r.id and t.kind not in ('held', 'hold_ended'))
  or exists (select from registration_paper t where t.registration_id = r.id)
  or exists (select from registration_sibling t where t.registration_id = r.id)
  or exists (select from registration_contact t where t.registration_id = r.id and t.mail_verified_at is not null))`
