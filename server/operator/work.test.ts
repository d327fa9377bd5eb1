import { randomBytes } from 'node:crypto'
import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { SystemFacts } from '#contract/systemstates/systemstates.facts.ts'
import { inTransaction } from '#server/db/database.ts'
import { queueAccountMail } from '#server/mail/account-outbox.ts'
import { formatKey } from '#server/secret-keys.ts'
import { makeUser } from '#server/test/factories.ts'
import { openHealthyInstallation } from '#server/test/healthy-installation.ts'
import { typeLine } from '#server/test/operator-line.ts'

const healthy = openHealthyInstallation()
const { folder, backups, ask, putBackup, emptyBackups } = healthy

const type = (line: string[], settings: NodeJS.ProcessEnv = {}) =>
  typeLine(line, { settings: { ...healthy.settings(), ...settings } })
const operatorLines = async (action: string) =>
  (await ask('select user_name, entity_type from user_log where action = $1', [action])).rows
const emptyAfterwards = () =>
  onTestFinished(async () => {
    await ask('delete from graphile_worker._private_jobs')
    await ask('delete from account_mail')
  })

describe('status', () => {
  test('shows the installation in a few lines', async () => {
    const { code, said } = await type(['status'])
    expect(code).toBe(0)
    expect(said).toMatch(/^Programm +Schulhof \S+, Node /)
    for (const line of [
      /^Laufende Server +keiner$/m,
      /^Datenbank +PostgreSQL \d+.*, \d+(,\d)? MB, Stand \d{4}$/m,
      /^Letzte Sicherung +\d\d\.\d\d\.\d{4} um .*1 in .*; zuletzt durch Wiederherstellen geprüft: /m,
      /^E-Mails +keine wartet; zuletzt angenommen: /m,
      /^Aufgaben +0 warten oder laufen, 0 dreimal oder öfter gescheitert$/m,
      /^Letzte Löschung +\d\d\./m,
      /^Datenträger .*sicherungen +\d+ % belegt, /m,
    ])
      expect(said).toMatch(line)
  })

  test('says the same as JSON', async () => {
    const { code, said } = await type(['status', '--json'])
    const { version, ...facts } = JSON.parse(said)
    expect(code).toBe(0)
    expect(version).toMatch(/^\d/)
    expect(SystemFacts.parse(facts).backup?.count).toBe(1)
  })

  test('of an empty installation says that there is nothing yet', async () => {
    emptyBackups()
    expect((await type(['status'])).said).toMatch(/^Letzte Sicherung +noch keine in /m)
    expect((await type(['status'], { BACKUP_DIR: '', SMTP_URL: '', MAIL_FROM: '' })).said).toMatch(
      /^Letzte Sicherung +keine; BACKUP_DIR ist nicht gesetzt\n.*SMTP_URL ist nicht gesetzt/m,
    )
  })
})

describe('waiting mails', () => {
  test('are tried at once, also those whose job was lost', async () => {
    emptyAfterwards()
    const { id, email } = await makeUser(healthy.app(), { role: 'viewer', schools: [] })
    const queue = () =>
      inTransaction(healthy.app().platform.pool, (tx) =>
        queueAccountMail(tx, healthy.app().platform.keys, {
          userId: id,
          template: 'password_changed',
          recipient: email,
        }),
      )
    await queue()
    await ask('delete from graphile_worker._private_jobs')
    await queue()
    await ask("update graphile_worker._private_jobs set run_at = now() + interval '9 minutes', attempts = 7")
    const { code, said } = await type(['mail', 'retry', '--yes'])
    expect({ code, said }).toMatchObject({
      code: 0,
      said: expect.stringContaining('2 E-Mails sind auf dem Weg; für 1 davon'),
    })
    const { rows } = await ask('select attempts, run_at <= now() as is_due from graphile_worker._private_jobs')
    expect(rows).toEqual([1, 2].map(() => ({ attempts: 0, is_due: true })))
    expect(await operatorLines('mails_retried')).toEqual([
      { user_name: 'Betreiber, Kommandozeile', entity_type: 'installation' },
    ])
  })

  test('of which there are none are no reason to ask', async () => {
    expect(await type(['mail', 'retry'])).toMatchObject({ code: 0, said: 'Es wartet keine E-Mail.' })
  })
})

describe('jobs', () => {
  test('that failed are listed first, without what the reason says about people, and tried again', async () => {
    emptyAfterwards()
    expect((await type(['jobs'])).said).toBe('Es wartet keine Aufgabe.')
    expect((await type(['jobs', 'retry'])).said).toBe('Keine Aufgabe ist gescheitert.')
    await ask(
      "select graphile_worker.add_job('tidy_up'), graphile_worker.add_job('turn_day'), graphile_worker.add_job('backup')",
    )
    const fail = (task: string, attempts: number) =>
      ask(
        `update graphile_worker._private_jobs set attempts = $2, max_attempts = 5, last_error = 'kein Platz für mia@example.org' || chr(10) || 'at x.ts'
         where task_id = (select id from graphile_worker._private_tasks where identifier = $1)`,
        [task, attempts],
      )
    await fail('turn_day', 2)
    await fail('backup', 5)
    const { code, said } = await type(['jobs'])
    expect(code).toBe(0)
    const lines = said.split('\n')
    expect(lines.slice(0, 4).filter((line) => line.includes('gescheitert'))).toHaveLength(2)
    expect(said).toContain('5-mal gescheitert, wird nicht mehr versucht')
    expect(said).toContain('    kein Platz für …')
    expect(said).not.toMatch(/example\.org|x\.ts/)
    expect((await type(['jobs', 'retry', '--task', 'backup', '--yes'])).said).toContain('1 Aufgabe läuft')
    const { rows } = await ask(
      `select t.identifier as task, j.attempts from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where j.last_error is not null order by 1`,
    )
    expect(rows).toEqual([
      { task: 'backup', attempts: 0 },
      { task: 'turn_day', attempts: 2 },
    ])
    expect(await operatorLines('jobs_retried')).toHaveLength(1)
  })
})

describe('verify-backup', () => {
  test('restores the newest nightly backup on trial, or the named file', async () => {
    const newest = putBackup(-1000)
    const { code, said } = await type(['verify-backup'])
    expect({ code, said }).toMatchObject({
      code: 0,
      said: expect.stringMatching(
        /^In Ordnung: .*\nStand vom .*Schulhof 1\.0\.0, .*\nIn eine Probe-Datenbank zurückgespielt/,
      ),
    })
    expect(said).toContain(newest)
    // The state of the installation knows it.
    expect((await type(['status'])).said).toMatch(/zuletzt durch Wiederherstellen geprüft: \d\d\./)
    expect((await type(['verify-backup', join(folder, 'vorlage')])).code).toBe(0)
  })

  test('only reads it without a database', async () => {
    const settings = { DATABASE_URL: 'postgres://schulhof_owner@127.0.0.1:1/schulhof' }
    expect(await type(['verify-backup', '--read-only'], settings)).toMatchObject({
      code: 0,
      said: expect.stringContaining('Bis zum Ende gelesen'),
    })
    expect((await type(['verify-backup'], settings)).code).toBe(1)
  })

  test('fails for a file that is cut off, a wrong key and an empty folder', async () => {
    const file = join(folder, 'halb')
    writeFileSync(file, readFileSync(join(folder, 'vorlage')))
    truncateSync(file, 5000)
    expect(await type(['verify-backup', file])).toMatchObject({
      code: 1,
      remarks: 'Die Sicherung ist beschädigt oder unvollständig.',
    })
    const SECRET_KEY = formatKey({ id: 'test', bytes: randomBytes(32) })
    expect((await type(['verify-backup'], { SECRET_KEY })).remarks).toContain('Der Schlüssel passt nicht')
    emptyBackups()
    expect((await type(['verify-backup'])).remarks).toContain(`In ${backups} ist keine nächtliche Sicherung.`)
  })
})
