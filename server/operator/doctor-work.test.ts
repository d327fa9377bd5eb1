import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { SMTPServer } from 'smtp-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/dates.ts'
import { isRoot } from '#server/db/postgres-account.ts'
import { openHealthyInstallation } from '#server/test/healthy-installation.ts'
import { startImapServer } from '#server/test/imap-server.ts'
import { makeCertificate } from '#server/test/make-certificate.ts'
import { typeLine } from '#server/test/operator-line.ts'

// Each fault is planted in a healthy installation, and the doctor finds this one and nothing else.

const healthy = openHealthyInstallation()
const { folder, backups, ask, plant, putBackup, emptyBackups, examine, finds } = healthy

describe('the mail server', () => {
  test('that nobody reaches', () => finds('mail_unreachable', { settings: { SMTP_URL: 'smtp://127.0.0.1:1' } }))
  test('that refuses the account', async () => {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('falsches Kennwort')),
    })
    server.on('error', () => {})
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
    const { port } = server.server.address() as AddressInfo
    await finds('mail_refused', { settings: { SMTP_URL: `smtp://schule:falsch@127.0.0.1:${port}` } })
  })
})

describe('the mailbox with returned mails', () => {
  const startImap = async (given?: Parameters<typeof startImapServer>[0]) => {
    const imap = await startImapServer(given)
    onTestFinished(() => imap.stop())
    return imap
  }
  const findsAt = (key: string, url: string) => finds(key, { settings: { IMAP_URL: url } })

  test('that can be read is no finding, and is not changed', async () => {
    const imap = await startImap({ folder: 'Zurueck' })
    imap.arrive('Subject: Frage\r\n\r\nGuten Tag\r\n', new Date())
    const settings = { IMAP_URL: imap.address({ path: '/Zurueck' }) }
    expect((await examine({ settings })).keys).toEqual([])
    expect(imap.seen()).toEqual([])
  })
  test('that nobody reaches', () => findsAt('mailbox_unreachable', 'imap://konto:geheim@127.0.0.1:1'))
  test('that refuses the account', async () =>
    findsAt('mailbox_refused', (await startImap()).address({ password: 'falsch' })))
  test('without the folder', async () => {
    const url = (await startImap()).address({ path: '/Andere' })
    await findsAt('mailbox_folder', url)
    const { said } = await typeLine(['doctor'], { settings: { ...healthy.settings(), IMAP_URL: url } })
    expect(said).toContain('Der Ordner „Andere“ lässt sich auf 127.0.0.1:')
    expect(said).not.toContain('geheim')
  })
  test('without encryption', async () =>
    findsAt('mailbox_unencrypted', (await startImap()).address({ host: '0.0.0.0' })))
  test('with a certificate that nobody vouches for, or that is over', async () => {
    for (const [days, words] of [
      [30, 'Seine Zertifizierungsstelle ist hier nicht bekannt.'],
      [-1, 'Dem Zertifikat von localhost:'],
    ] as const) {
      const credentials = makeCertificate('localhost', new Date(Date.now() + days * DAY_MS))
      const imap = await startImap({ more: { credentials, secureConnection: true } })
      const url = imap.address({ protocol: 'imaps', host: 'localhost' })
      await findsAt('mailbox_certificate', url)
      const { said } = await typeLine(['doctor'], { settings: { ...healthy.settings(), IMAP_URL: url } })
      expect(said).toContain(words)
    }
  })
})

/** A small disk of its own for the backups; only root may mount one. */
const mountDisk = () => {
  const path = join(folder, 'klein')
  mkdirSync(path, { recursive: true })
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', path])
  expect(status).toBe(0)
  onTestFinished(() => {
    spawnSync('umount', [path])
  })
  putBackup(0, path)
  return path
}

describe('backups', () => {
  test('of which there is none', async () => {
    emptyBackups()
    await finds('backup_missing')
  })
  test('older than 36 hours', async () => {
    emptyBackups()
    putBackup(36 * HOUR_MS - 60_000)
    expect((await examine()).keys).toEqual([])
    emptyBackups()
    putBackup(36 * HOUR_MS + 2000)
    await finds('backup_old')
  })
  test('that cannot be read', async () => {
    const path = putBackup(-1000)
    truncateSync(path, readFileSync(path).length - 10)
    await finds('backup_unreadable')
  })
  test('whose folder takes none', async () => {
    if (isRoot) {
      const path = mountDisk()
      expect(spawnSync('mount', ['-o', 'remount,ro', path]).status).toBe(0)
      await finds('backup_folder', { settings: { BACKUP_DIR: path } })
    } else {
      chmodSync(backups, 0o500)
      await finds('backup_folder')
      chmodSync(backups, 0o700)
    }
  })
  test.runIf(isRoot)('whose disk is nearly full', async () => {
    const path = mountDisk()
    writeFileSync(join(path, 'anderes'), Buffer.alloc(3_900_000))
    await finds('disk_full', { settings: { BACKUP_DIR: path } })
  })
})

describe('work', () => {
  const task = 'select graphile_worker.add_job'
  const empty = 'delete from graphile_worker._private_jobs'
  test('a job that failed three times', async () => {
    await plant(`${task}('turn_day')`, empty)
    await ask("update graphile_worker._private_jobs set attempts = 2, last_error = 'kaputt'")
    expect((await examine()).keys).toEqual([])
    await ask('update graphile_worker._private_jobs set attempts = 3')
    await finds('job_failed')
  })
  test('mails that wait for more than an hour', async () => {
    const since = (minutes: number) =>
      `json_build_object('mail_id', 1, '_origin', json_build_object('since', now() - interval '${minutes} min'))`
    await plant(`${task}('send_mail', ${since(59)})`, empty)
    expect((await examine()).keys).toEqual([])
    await ask(`${task}('send_mail', ${since(61)})`)
    await finds('mails_wait')
  })
  test('the nightly erasure that did not run', async () => {
    await plant(
      "update task_run set finished_at = now() - interval '37 hours'",
      'update task_run set finished_at = now()',
    )
    await finds('erasure_late')
  })
})

describe('a certificate', () => {
  const endingIn = (days: number) => makeCertificate('localhost', new Date(Date.now() + days * DAY_MS))
  const serveTls = async (days: number) => {
    const server = createTlsServer(endingIn(days), (socket) => socket.end()).on('tlsClientError', () => {})
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
    return `https://localhost:${(server.address() as AddressInfo).port}`
  }
  test('of APP_URL that ends within 14 days', async () => {
    expect((await examine({ settings: { APP_URL: await serveTls(15) } })).keys).toEqual([])
    await finds('certificate', { settings: { APP_URL: await serveTls(13) } })
    await finds('certificate', { settings: { APP_URL: await serveTls(-1) } })
  })
  test('in a file', async () => {
    const file = join(folder, 'kette.pem')
    const read = async (days: number) => {
      writeFileSync(file, endingIn(days).cert)
      const { said } = await typeLine(['doctor', '--json', '--certificate', file], { settings: healthy.settings() })
      return JSON.parse(said).findings.map(({ key }: { key: string }) => key)
    }
    expect(await read(15)).toEqual([])
    expect(await read(13)).toEqual(['certificate'])
    writeFileSync(file, 'kein Zertifikat')
    const { said } = await typeLine(['doctor', '--json', '--certificate', file], { settings: healthy.settings() })
    expect(said).toContain('certificate_file')
  })
  test('of an address where nobody answers is only a hint', async () => {
    const { code, keys } = await examine({ settings: { APP_URL: 'https://127.0.0.1:1' } })
    expect({ code, keys }).toEqual({ code: 0, keys: ['tls_unreachable'] })
  })
})
