import { statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sumTables } from '#server/test/backup-drill.ts'
import { NEWER_VERSION } from '#server/test/newer-program.ts'
import { freePort } from '#server/test/server-process.ts'
import { makeUpgradePlace, type UpgradePlace } from '#server/test/upgrade-place.ts'

/** On a busy machine a process takes a while to start. */
const PROCESS_MS = 180_000

let site: ReturnType<typeof makeUpgradePlace>
let place: UpgradePlace
beforeAll(() => {
  site = makeUpgradePlace()
})
beforeEach(async () => {
  place = await site.open()
})
afterEach(() => place.close())
afterAll(() => site.remove())

test(
  'a start that changes the database backs it up first, names the file for it, and says what it does',
  async () => {
    const server = await place.startNewer()
    await server.signal('SIGTERM')
    const [made, ...others] = place.files()
    expect(made).toMatch(new RegExp(`^schulhof-\\d{4}-\\d\\d-\\d\\dT\\d{6}Z-vor-${NEWER_VERSION}\\.backup$`))
    expect(others).toEqual([])
    expect(statSync(join(place.backups, made ?? '')).mode & 0o777).toBe(0o600)
    const output = server.output()
    expect(output).toContain(`Schulhof wird von 0.9.0 auf ${NEWER_VERSION} aktualisiert: 2 Schritte.`)
    expect(output).toContain(`Gesichert und geprüft: ${join(place.backups, made ?? '')}`)
    expect(output).toContain('Schritt 2 von 2: 9002-nickname.sql')
    expect(output.indexOf('Gesichert')).toBeLessThan(output.indexOf('Schritt 1'))
    expect(await place.newestMigration()).toBe('9002-nickname.sql')
    // The next start has nothing to do and says nothing of it.
    const again = await place.startNewer()
    await again.signal('SIGTERM')
    expect(again.output()).not.toMatch(/aktualisiert|Gesichert/)
    expect(place.files()).toHaveLength(1)
  },
  PROCESS_MS,
)

test(
  'a migration that fails leaves database and old program as they were, however often it is tried, with one backup',
  async () => {
    site.newer.addMigration('9003-broken.sql', 'update school set nickname = repeat(short, 9); select 1 / 0')
    const sums = await sumTables(place.eye)
    for (const _ of [1, 2]) {
      const words = await place.lastWords()
      expect(words).toContain(
        `Die Aktualisierung auf ${`Schulhof ${NEWER_VERSION}`} ist bei 9003-broken.sql fehlgeschlagen: Fehler 22012`,
      )
      expect(words).toContain('An den Daten wurde nichts geändert.')
      expect(words).not.toMatch(/^\s+at /m)
    }
    site.newer.removeMigration('9003-broken.sql')
    expect(await sumTables(place.eye)).toEqual(sums)
    expect(await place.newestMigration()).not.toMatch(/^9/)
    expect(place.files()).toHaveLength(1)
    const old = await place.startOlder()
    await old.signal('SIGTERM')
  },
  PROCESS_MS,
)

test(
  'without a folder for the backup, or with one that cannot be written, nothing starts and nothing is changed',
  async () => {
    const sums = await sumTables(place.eye)
    const missing = await place.lastWords({ BACKUP_DIR: '' })
    expect(missing).toContain(
      `Vor dem Wechsel auf Schulhof ${NEWER_VERSION} wird die Datenbank gesichert, aber BACKUP_DIR fehlt.`,
    )
    expect(missing).toContain('BACKUP_BEFORE_UPGRADE=0')
    const file = join(site.folder.path, 'a-file')
    writeFileSync(file, '')
    const impossible = await place.lastWords({ BACKUP_DIR: join(file, 'backups') })
    expect(impossible).toContain('ließ sich die Datenbank nicht sichern')
    expect(impossible).toContain('An den Daten wurde nichts geändert.')
    expect(impossible).not.toMatch(/^\s+at /m)
    expect(await sumTables(place.eye)).toEqual(sums)
  },
  PROCESS_MS,
)

test(
  'the backup can be switched off, with a warning',
  async () => {
    const server = await place.startNewer({ BACKUP_BEFORE_UPGRADE: '0', BACKUP_DIR: '' })
    await server.signal('SIGTERM')
    expect(server.output()).toContain('Achtung: Mit BACKUP_BEFORE_UPGRADE=0 wird vorher nicht gesichert.')
    expect(await place.newestMigration()).toBe('9002-nickname.sql')
    expect(place.files()).toEqual([])
  },
  PROCESS_MS,
)

test(
  'a port that is in use is noticed before anything is changed',
  async () => {
    const other = createServer()
    const port = await freePort()
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
    expect(await place.lastWords({}, port)).toContain(`Der Port ${port} ist schon belegt.`)
    await new Promise((resolve) => other.close(resolve))
    expect(await place.newestMigration()).not.toMatch(/^9/)
    expect(place.files()).toEqual([])
  },
  PROCESS_MS,
)

test(
  'two processes that start at once: one upgrades, the other waits and serves then',
  async () => {
    site.newer.addMigration('9003-slow.sql', 'select pg_sleep(3)')
    const both = await Promise.all([place.startNewer(), place.startNewer()])
    await Promise.all(both.map((server) => server.signal('SIGTERM')))
    site.newer.removeMigration('9003-slow.sql')
    const outputs = both.map((server) => server.output())
    expect(outputs.filter((output) => output.includes('Aktualisiert in'))).toHaveLength(1)
    expect(outputs.filter((output) => output.includes('dieser wartet'))).toHaveLength(1)
    expect(place.files()).toHaveLength(1)
  },
  PROCESS_MS,
)

/** Asks until somebody answers. */
const askUntil = async (url: string, isIt: (reply: Response) => boolean, accept = 'text/html') => {
  const end = performance.now() + 60_000
  while (performance.now() < end) {
    const reply = await fetch(url, { headers: { accept }, redirect: 'manual' }).catch(() => undefined)
    if (reply && isIt(reply)) return reply
    await reply?.body?.cancel()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`${url} never answered so.`)
}

test(
  'while a long step runs its line comes again, and people get a calm page, pages a sentence, and both when to return',
  async () => {
    site.newer.addMigration('9003-slow.sql', 'select pg_sleep(7)')
    const port = await freePort()
    const starting = place.startNewer({}, port)
    const url = `http://127.0.0.1:${port}`
    const page = await askUntil(`${url}/app/`, ({ status }) => status === 503)
    expect(page.headers.get('retry-after')).toBe('10')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await page.text()).toContain('Schulhof wird gerade aktualisiert')
    const call = await fetch(`${url}/api/pupils`, {
      method: 'POST',
      body: '{}',
      headers: { accept: 'application/json' },
    })
    expect([call.status, call.headers.get('retry-after')]).toEqual([503, '10'])
    expect(((await call.json()) as { message: string }).message).toContain('Bitte versuchen Sie es in ein paar Minuten')
    expect((await fetch(`${url}/readyz`)).status).toBe(503)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    const server = await starting
    site.newer.removeMigration('9003-slow.sql')
    expect(server.output()).toMatch(/Schritt 3 von 3: 9003-slow\.sql – läuft seit 5 s/)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    await server.signal('SIGTERM')
  },
  PROCESS_MS,
)

test(
  'while another process serves, the new one stays silent, so that a proxy goes on asking the old one',
  async () => {
    site.newer.addMigration('9003-slow.sql', 'select pg_sleep(3)')
    const old = await place.startOlder()
    const port = await freePort()
    const starting = place.startNewer({}, port)
    const answers = new Set<number>()
    let isDone = false
    starting.finally(() => {
      isDone = true
    })
    while (!isDone) {
      const reply = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
      if (reply) answers.add(reply.status)
      expect((await fetch(`${old.url}/readyz`)).status).toBe(200)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    site.newer.removeMigration('9003-slow.sql')
    expect([...answers].filter((status) => status !== 200)).toEqual([])
    await Promise.all([old.signal('SIGTERM'), (await starting).signal('SIGTERM')])
  },
  PROCESS_MS,
)
