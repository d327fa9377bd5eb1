import { randomBytes } from 'node:crypto'
import { chmodSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { encrypt, formatKey, parseSecretRing } from '#server/secret-keys.ts'
import { asSuperuser } from '#server/test/backup-drill.ts'
import { makeUser } from '#server/test/factories.ts'
import { openHealthyInstallation } from '#server/test/healthy-installation.ts'
import { typeLine } from '#server/test/operator-line.ts'

// Each fault is planted in a healthy installation, and the doctor finds this one and nothing else.

const healthy = openHealthyInstallation()
const { folder, dataDir, ask, plant, examine, finds } = healthy

test('a healthy installation has no findings', async () => {
  expect(await examine()).toEqual({ code: 0, keys: [] })
  const { code, said } = await typeLine(['doctor'], { settings: healthy.settings() })
  expect({ code, said }).toEqual({ code: 0, said: 'Keine Fehler gefunden.' })
})

test('a finding says what is wrong and what to do, and a hint alone is no fault', async () => {
  const reply = await typeLine(['doctor'], { settings: { ...healthy.settings(), APP_URL: 'http://schule.example' } })
  expect(reply.code).toBe(1)
  expect(reply.said).toContain('Fehler   APP_URL beginnt mit http://')
  expect(reply.said).toContain('Bitte stellen Sie nginx mit einem Zertifikat davor')
  expect(reply.said).toContain('1 Fehler und 0 Hinweise gefunden.')
  const { SMTP_URL: _url, MAIL_FROM: _from, ...withoutMail } = healthy.settings()
  expect(await typeLine(['doctor'], { settings: withoutMail })).toMatchObject({
    code: 0,
    said: expect.stringContaining('0 Fehler und 1 Hinweis gefunden.'),
  })
})

describe('settings', () => {
  test('wrong', () => finds('settings', { settings: { PORT: 'viele' } }))
  test('missing', () => finds('settings', { settings: { SECRET_KEY: '' } }))
  test('without TLS', () => finds('tls_missing', { settings: { APP_URL: 'http://schule.example' } }))
  test('without a folder for backups', () => finds('backup_off', { settings: { BACKUP_DIR: '' } }))
})

describe('keys', () => {
  const ringFile = join(dataDir, 'secret.key')
  test('in a settings file that others can read', async () => {
    const file = join(folder, 'schulhof.env')
    writeFileSync(file, `SECRET_KEY=${healthy.settings().SECRET_KEY}\n`, { mode: 0o600 })
    expect((await examine({ line: ['--settings', file] })).keys).toEqual([])
    // The package gives the file to root and lets the group of the service read it.
    chmodSync(file, 0o640)
    expect((await examine({ line: ['--settings', file] })).keys).toEqual([])
    chmodSync(file, 0o644)
    await finds('key_open', { line: ['--settings', file] })
  })
  test('in a file of their own that others can read', async () => {
    writeFileSync(ringFile, `${healthy.settings().SECRET_KEY}\n`)
    chmodSync(ringFile, 0o640)
    await finds('key_open')
  })
  test('of which there are two', async () => {
    writeFileSync(ringFile, `${formatKey({ id: 'k1', bytes: randomBytes(32) })}\n`, { mode: 0o600 })
    await finds('key_two')
  })
  test('that do not open what is stored', async () => {
    const { id } = await makeUser(healthy.app(), { role: 'viewer', schools: [] })
    const lost = encrypt(
      parseSecretRing(formatKey({ id: 'verloren', bytes: randomBytes(32) })),
      'account mail',
      'a@b.de',
    )
    onTestFinished(async () => {
      await ask('delete from account_mail')
    })
    await ask(
      "insert into account_mail (user_id, template, recipient_masked, recipient_encrypted, state) values ($1, 'password_changed', 'a', $2, 'queued')",
      [id, lost],
    )
    await finds('key_lost')
  })
})

/** PostgreSQL of another version: everything it says passes through, only its number is another. */
async function startOlderPostgres() {
  const path = join(folder, '.s.PGSQL.5432')
  const server: Server = createServer((client) => {
    const postgres = connect(`${inject('postgresHost')}/.s.PGSQL.5432`)
    client.pipe(postgres)
    postgres.on('data', (chunk: Buffer) =>
      client.write(Buffer.from(chunk.toString('latin1').replaceAll(/1[5-9]0\d{3}(?=[^\d])/g, '140011'), 'latin1')),
    )
    for (const [one, other] of [
      [client, postgres],
      [postgres, client],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy())
  })
  await new Promise<void>((resolve) => server.listen(path, resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { database } = healthy.app().database.connection
  return `postgres://schulhof_owner@/${database}?host=${encodeURIComponent(folder)}`
}

describe('the database', () => {
  test('that cannot be reached', () =>
    finds('database', { settings: { DATABASE_URL: 'postgres://schulhof_owner@127.0.0.1:1/schulhof' } }))
  test('that is too old', async () => finds('postgres_old', { settings: { DATABASE_URL: await startOlderPostgres() } }))
  test('whose application is a superuser', () => {
    const { database, host } = healthy.app().database.connection
    return finds('role', {
      settings: { DATABASE_APP_URL: `postgres://${inject('superuser')}@/${database}?host=${encodeURIComponent(host)}` },
    })
  })
  test('whose application bypasses row-level security', async () => {
    const { database, host } = healthy.app().database.connection
    const eye = await asSuperuser(database)
    await eye.query('create role doctor_bypass login bypassrls')
    onTestFinished(async () => {
      await eye.query('drop role doctor_bypass')
      await eye.end()
    })
    const url = `postgres://doctor_bypass@/${database}?host=${encodeURIComponent(host)}`
    await finds('role', { settings: { DATABASE_APP_URL: url } })
  })
  test('of an older program', async () => {
    const { rows } = await ask('select name, applied_at from schema_migration order by name desc limit 1')
    await plant(
      `delete from schema_migration where name = '${rows[0].name}'`,
      `insert into schema_migration (name, applied_at) values ('${rows[0].name}', now() - interval '1 day')`,
    )
    await finds('migrations_pending')
  })
  test('of a newer program', async () => {
    await plant(
      "insert into schema_migration (name) values ('9999-zukunft.sql')",
      "delete from schema_migration where name = '9999-zukunft.sql'",
    )
    await finds('migrations_unknown')
  })
  test('whose clock is a minute off', async () => {
    expect((await examine({ now: new Date(Date.now() + 55_000) })).keys).toEqual([])
    await finds('clock', { now: new Date(Date.now() + 62_000) })
    await finds('clock', { now: new Date(Date.now() - 62_000) })
  })
})
