import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#server/db/database.ts'
import { enqueue } from '#server/db/enqueue.ts'
import { connectAsOwner } from '#server/db/watched-client.ts'
import { packagePurpose } from '#server/domains/accesspackages/package-purpose.ts'
import { FORGOT_PURPOSE, FORGOT_TASK } from '#server/domains/account/forgot-password.ts'
import { SECRET_PURPOSE } from '#server/domains/account/two-factor-codes.ts'
import { filePurpose, previewPurpose } from '#server/domains/pupilimports/seal-import.ts'
import { pupilLinkPurposes } from '#server/domains/pupils/pupils.links.shared.queries.ts'
import { replyPurpose } from '#server/http/idempotency.ts'
import { queueAccountMail } from '#server/mail/account-outbox.ts'
import { encrypt, formatKey, parseSecretRing, type SecretRing } from '#server/secret-keys.ts'
import { startCommand } from '#server/test/command-process.ts'
import { effort, reportFigure } from '#server/test/effort.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { settingsOf, typeLine } from '#server/test/operator-line.ts'
import { plantSchool } from '#server/test/planted-school.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import { countAllOld } from './reseal.queries.ts'
import { resealAll } from './reseal.ts'
import { SEALED_PLACES, UNSEALED_COLUMNS } from './sealed-places.ts'

const makeRing = (...ids: string[]) =>
  parseSecretRing(ids.map((id) => formatKey({ id, bytes: randomBytes(32) })).join(','))

let app: TestApp
let owner: pg.Client
let schools: number[]
let user: number
/** All rings by the age of the installation: first k1, then k2 in front, and a last one to see that k2 opens all. */
const first = makeRing('k1')
const second: SecretRing = [...makeRing('k2'), ...first]
const [k2] = second
const third: SecretRing = [...makeRing('k3'), k2]

const ownerConnection = () => ({ ...app.database.connection, user: 'schulhof_owner' })
const settingsWith = (ring: SecretRing) => ({ ...settingsOf(app), SECRET_KEY: ring.map(formatKey).join(',') })

/** Something encrypted in every place. */
async function fillPackage(school_id: number, id: number) {
  await insideSchool(app, school_id, (tx) =>
    tx
      .updateTable('access_package')
      .set({ file_encrypted: encrypt(first, packagePurpose({ school_id, id }), 'zip') })
      .where('id', '=', id)
      .execute(),
  )
}

async function fill() {
  const packages: [number, number][] = []
  schools = [await makeSchool(app, 'fsw'), await makeSchool(app, 'fow')]
  const { id, email } = await makeUser(app, { role: 'admin', schools })
  user = id
  for (const school_id of schools) {
    const { pupilImport: import_id, pupil, accessPackage } = await plantSchool(app, school_id, `Geheim${school_id}`)
    packages.push([school_id, accessPackage])
    const place = { school_id, id: import_id }
    await insideSchool(app, school_id, (tx) =>
      tx
        .updateTable('pupil_import')
        .set({
          file_encrypted: encrypt(first, filePurpose(place), randomBytes(300_000)),
          preview_encrypted: encrypt(first, previewPurpose(place), '[]'),
        })
        .where('id', '=', import_id)
        .execute(),
    )
    // A link from before links were bound to their child.
    if (school_id === schools[1])
      await owner.query('update pupil_link set uuid_encrypted = $1 where pupil_id = $2', [
        encrypt(first, pupilLinkPurposes({ school_id, pupil_id: pupil })[1], 'alt'),
        pupil,
      ])
  }
  // Planting restrictions takes these files away, so they come after it.
  for (const [school_id, id] of packages) await fillPackage(school_id, id)
  await owner.query('update app_user set two_factor_secret = $1, two_factor_enabled_at = now() where id = $2', [
    encrypt(first, SECRET_PURPOSE, 'JBSWY3DPEHPK3PXP'),
    user,
  ])
  await owner.query("insert into recovery_code (user_id, code_hash) values ($1, 'x')", [user])
  await inTransaction(app.platform.pool, async (tx) => {
    await queueAccountMail(tx, first, { userId: user, template: 'password_changed', recipient: email })
    await enqueue(tx, FORGOT_TASK, { sealed: encrypt(first, FORGOT_PURPOSE, email).toString('base64url'), asked_at: 0 })
  })
  const key = randomBytes(32)
  await owner.query("insert into idempotency (key_hash, body_hash, reply) values ($1, 'x', to_jsonb($2::text))", [
    key,
    encrypt(first, replyPurpose(key), '{}').toString('base64url'),
  ])
}

beforeAll(async () => {
  app = await startTestApp({ keys: first })
  owner = await connectAsOwner(ownerConnection())
  await fill()
}, 60_000)
afterAll(async () => {
  await owner.end()
  await app.stop()
})

test('every encrypted column of the database is in the list', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.atttypid = 'bytea'::regtype and not a.attisdropped
       and a.attname !~ '(_hash|sha256)$' order by 1`,
  )
  const listed = SEALED_PLACES.flatMap(({ table, column }) => (column ? [`${table}.${column}`] : []))
  expect(rows.map(({ name }) => name)).toEqual([...listed, ...Object.keys(UNSEALED_COLUMNS)].sort())
})

describe('new keys', () => {
  const traces = async () => {
    const entries = await Promise.all(
      schools.map((id) =>
        insideSchool(app, id, (tx) =>
          tx
            .selectFrom('pupil_sensitive')
            .select(['id', 'version', 'field_changes', 'updated_at'])
            .orderBy('id')
            .execute(),
        ),
      ),
    )
    const { rows } = await owner.query('select count(*)::int as lines from user_log')
    return { entries, lines: rows[0].lines }
  }

  test('with one key in SECRET_KEY are explained, and nothing changes', async () => {
    const before = await countAllOld(owner, second)
    const { code, said } = await typeLine(['keys', 'rotate', '--yes'], { settings: settingsWith(first) })
    expect(code).toBe(0)
    expect(said).toMatch(/SECRET_KEY=k2:[\w-]{43},k1:/)
    expect(await countAllOld(owner, second)).toBe(before)
    expect(before).toBe(18)
  })

  test('take every text, and no record looks changed', async () => {
    const before = await traces()
    const { code, said } = await typeLine(['keys', 'rotate'], { settings: settingsWith(second), answer: 'j' })
    expect({ code, said }).toMatchObject({
      code: 0,
      said: expect.stringContaining('Fertig: 18 Angaben sind mit dem Schlüssel k2'),
    })
    expect(await countAllOld(owner, second)).toBe(0)
    // Without k1 everything opens.
    expect(await resealAll(owner, third)).toEqual({ changed: 18, unreadable: 0 })
    expect(await resealAll(owner, second)).toEqual({ changed: 0, unreadable: 18 })
    const after = await traces()
    expect(after.entries).toEqual(before.entries)
    const { rows } = await owner.query("select user_name from user_log where action = 'keys_rotated'")
    expect(rows).toEqual([{ user_name: 'Betreiber, Kommandozeile' }])
  })

  test('are refused while somebody else renews them', async () => {
    await owner.query('select pg_advisory_lock(7351010)')
    const { code, remarks } = await typeLine(['keys', 'rotate', '--yes'], { settings: settingsWith(third) })
    await owner.query('select pg_advisory_unlock(7351010)')
    expect({ code, remarks }).toMatchObject({ code: 1, remarks: expect.stringContaining('gerade schon erneuert') })
  })

  test('the application cannot change a confidential entry without a trace', async () => {
    const change = async (client: pg.ClientBase) => {
      await client.query('begin')
      await client.query("select set_config('app.school_id', $1, true), set_config('app.resealing', 'on', true)", [
        String(schools[0]),
      ])
      const { rows } = await client.query(
        `update pupil_sensitive set value_encrypted = value_encrypted || 'x' where id = (select min(id) from pupil_sensitive) returning version`,
      )
      const { rows: lines } = await client.query(
        "select count(*)::int as n from user_log where action = 'pupil_sensitive_updated'",
      )
      await client.query('rollback')
      return { version: Number(rows[0].version), lines: lines[0].n }
    }
    const client = await app.database.pool.connect()
    expect(await change(client)).toEqual({ version: 2, lines: 1 })
    client.release()
    expect(await change(owner)).toEqual({ version: 1, lines: 0 })
  })

  test('a text that no key opens stays as it is and is told', async () => {
    const [school_id, pupil_id] = [schools[0] as number, 0]
    const lost = encrypt(makeRing('k9'), pupilLinkPurposes({ school_id, pupil_id })[0], 'verloren')
    const { rows } = await owner.query(
      'update pupil_link set uuid_encrypted = $1 where school_id = $2 returning pupil_id',
      [lost, school_id],
    )
    const { code, said } = await typeLine(['keys', 'rotate', '--yes'], {
      settings: settingsWith([...makeRing('k4'), ...third]),
    })
    expect({ code, said }).toMatchObject({
      code: 0,
      said: expect.stringContaining('1 Angabe öffnet kein vorhandener Schlüssel'),
    })
    const { rows: kept } = await owner.query('select uuid_encrypted from pupil_link where pupil_id = $1', [
      rows[0].pupil_id,
    ])
    expect(kept[0].uuid_encrypted).toEqual(lost)
  })
})

describe('a process that is killed while it renews keys', () => {
  test(
    'loses nothing at any moment, and the next call goes on',
    async () => {
      const db = await startTestApp({ keys: first })
      try {
        const client = await connectAsOwner({ ...db.database.connection, user: 'schulhof_owner' })
        const { id } = await makeUser(db, { role: 'admin', schools: [await makeSchool(db, 'fsw')] })
        // Many rows of one place: each transaction has 200 of them.
        const rows = effort({ short: 4000, long: 50_000 })
        const mostKills = effort({ short: 3, long: 20 })
        const sealed = encrypt(first, 'account mail', 'a@b.de')
        await client.query(
          `insert into account_mail (user_id, template, recipient_masked, recipient_encrypted) select $1, 'password_changed', 'a', $2 from generate_series(1, $3)`,
          [id, sealed, rows],
        )
        const settings = { ...settingsOf(db), SECRET_KEY: second.map(formatKey).join(',') }
        const left: number[] = []
        for (let kills = 0; kills < mostKills; kills++) {
          const command = startCommand('server/operator/main.ts', ['keys', 'rotate', '--yes'], settings)
          const before = left.at(-1) ?? rows
          // Killed at another number of rows each time.
          await expect
            .poll(() => countAllOld(client, second), { interval: 3, timeout: 20_000 })
            .toBeLessThan(before - kills * 37)
          command.kill('SIGKILL')
          await command.ended
          left.push(await countAllOld(client, second))
        }
        expect(left.every((count, index) => count < (left[index - 1] ?? rows))).toBe(true)
        expect(left.at(-1)).toBeGreaterThan(0)
        const { code, output } = await startCommand('server/operator/main.ts', ['keys', 'rotate', '--yes'], settings)
          .ended
        expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('Fertig:') })
        expect(await resealAll(client, third)).toEqual({ changed: rows, unreadable: 0 })
        reportFigure(`new keys for ${rows} texts, killed ${mostKills} times: 0 lost`)
        await client.end()
      } finally {
        await db.stop()
      }
    },
    effort({ short: 180_000, long: 600_000 }),
  )
})
