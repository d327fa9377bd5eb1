import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { inTransaction } from '#server/db/database.ts'
import { logEvent } from '#server/db/log-event.ts'
import { sealClientSecret } from '#server/domains/identityproviders/provider-client.shared.ts'
import { sealPupilLink } from '#server/domains/pupils/pupils.links.shared.queries.ts'
import { queueAccountMail } from '#server/mail/account-outbox.ts'
import { insideSchool } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** The key in the link of the planted child's parents. */
export const PLANTED_LINK = '9b2e5a3c-52b4-4d6e-9c5f-3f0f9d3f3a77'

/** Text with line ends, tabs, backslashes and rare code points, which a careless format would damage. */
export const HARD_TEXT = 'Zeile\nzwei\t\\N \\. „Łęczyca“ ễ 𝄞 \r\n'

/** Rows that belong to no school, and columns that the factories leave empty. With planted schools every table has rows. */
export async function plantInstallation(app: TestApp, owners: { user: number; school: number; pupil: number }) {
  const { keys, pool } = app.platform
  const { user, school, pupil } = owners
  await inTransaction(pool, async (tx) => {
    await logEvent(tx, { action: 'login', entityType: 'session', entityId: null, result: 'denied' })
    await sql`insert into legal_text (key, version_number, body_markdown, created_by)
      values ('impressum', 1, ${HARD_TEXT}, ${user})`.execute(tx)
    await sql`insert into bounce_mailbox (key, uid_validity, last_uid) values ('planted', 1, 7)`.execute(tx)
    await sql`insert into recovery_code (user_id, code_hash) values (${user}, ${randomBytes(32)})`.execute(tx)
    await sql`insert into passkey (user_id, credential_id, public_key, counter, name, is_synced)
      values (${user}, ${randomBytes(32)}, ${randomBytes(77)}, 3, 'Firefox unter Windows', true)`.execute(tx)
    await sql`select begin_sign_in_attempt(${randomBytes(32)}, 'passkey_added', ${user}, ${randomBytes(40)}, now() + interval '10 minutes')`.execute(
      tx,
    )
    const provider = sql`select id from identity_provider where name = 'IServ'`
    await sql`insert into identity_provider (name, kind, issuer, client_id, client_secret_encrypted, school_ids)
      values ('IServ', 'iserv', 'https://iserv.schule.example', 'schulhof', ${sealClientSecret(keys, 1, 'geheim')}, ${[school]})`.execute(
      tx,
    )
    await sql`insert into identity_provider_rule (provider_id, group_name, school_id, role)
      values ((${provider}), 'lehrer', ${school}, 'teacher_level_1')`.execute(tx)
    await sql`insert into identity (user_id, provider_id, subject, label, origin)
      values (${user}, (${provider}), 'a1b2', 'anna', 'self')`.execute(tx)
    await sql`insert into login_demand (school_id, ways, provider_id, emergency_user_id)
      values (${school}, 'provider', (${provider}), ${user})`.execute(tx)
    await queueAccountMail(tx, keys, { userId: user, template: 'password_changed', recipient: 'kopf@example.org' })
    await sql`select put_password_link(${user}, ${randomBytes(32)}, 'invitation', now() + interval '7 days')`.execute(
      tx,
    )
    await sql`select start_login_challenge(${randomBytes(32)}, ${user}, false, now() + interval '10 minutes')`.execute(
      tx,
    )
  })
  const { hash, sealed } = sealPupilLink(keys, { school_id: school, pupil_id: pupil }, PLANTED_LINK)
  await insideSchool(app, school, async (tx) => {
    await sql`select set_pupil_link(${pupil}, ${hash}, ${sealed})`.execute(tx)
    await sql`select set_sicknote_calendar_link(${user}, ${randomBytes(32)})`.execute(tx)
  })
}
