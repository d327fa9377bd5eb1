import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatKey } from '#server/secret-keys.ts'
import { explainDatabaseFault, explainListenFault } from '#server/start-error.ts'
import { freePort, startServerProcess } from './server-process.ts'
import { startTestApp, type TestApp } from './test-app.ts'

// Real processes on a separate PostgreSQL: their output at the start, and how they end.

/** On a busy machine a process takes a while to start. */
const PROCESS_MS = 120_000

let app: TestApp
let folder: string
let dataDir: string
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  app = await startTestApp()
  folder = mkdtempSync(join(tmpdir(), 'schulhof-start-'))
  dataDir = join(folder, 'data')
  const { host, database } = app.database.connection
  env = {
    DATABASE_URL: `postgres://schulhof_owner:geheim@/${database}?host=${encodeURIComponent(host)}`,
    SECRET_KEY: formatKey({ id: 'k1', bytes: Buffer.alloc(32, 7) }),
  }
})
afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true, force: true })
})

const start = async (more: NodeJS.ProcessEnv = {}, port?: number) =>
  startServerProcess({ dataDir, port: port ?? (await freePort()), env: { ...env, ...more } })
/** The output of a program that cannot start; the test fails when it starts. */
const lastWords = async (port?: number, more?: NodeJS.ProcessEnv) =>
  start(more, port).then(
    async (server) => {
      await server.signal('SIGKILL')
      throw new Error('It started.')
    },
    (error: Error) => error.message,
  )
const listen = () =>
  new Promise<Server>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => resolve(server))
  })

describe('what cannot start says why in German, and no stack', () => {
  test(
    'a port in use',
    async () => {
      const other = await listen()
      const { port } = other.address() as AddressInfo
      const words = await lastWords(port)
      expect(words).toContain(`Der Port ${port} ist schon belegt.`)
      expect(words).toContain(`PORT=${port + 1} npm start`)
      expect(words).not.toMatch(/EADDRINUSE|^\s+at /m)
      await new Promise((resolve) => other.close(resolve))
    },
    PROCESS_MS,
  )

  test.each([
    ['EACCES', { port: 80 }, 'Den Port 80 darf dieses Benutzerkonto nicht öffnen.'],
    ['EADDRNOTAVAIL', { address: '192.0.2.1' }, 'Die Adresse 192.0.2.1 gehört nicht zu diesem Rechner.'],
  ])('a fault %s when it listens', (code, more, text) => {
    const fault = Object.assign(new Error(code), { code, syscall: 'listen', ...more })
    expect(explainListenFault(fault).message).toContain(text)
  })

  test('another fault stays what it is', () => {
    const fault = Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'open' })
    expect(explainListenFault(fault)).toBe(fault)
  })

  test(
    'a database that cannot be reached',
    async () => {
      const port = await freePort()
      const words = await lastWords(undefined, {
        DATABASE_URL: `postgres://schulhof_owner:geheim@127.0.0.1:${port}/akten`,
      })
      expect(words).toContain(`Die Datenbank akten auf 127.0.0.1:${port} ist nicht erreichbar.`)
      expect(words).not.toMatch(/geheim|ECONNREFUSED|^\s+at /m)
    },
    PROCESS_MS,
  )

  test.each([
    ['28P01', 'lehnt die Anmeldung ab.'],
    ['3D000', 'gibt es nicht.'],
    ['42501', 'erlaubt dieser Rolle zu wenig.'],
    ['ENOENT', 'ist nicht erreichbar.'],
  ])('a database that answers %s', (code, text) => {
    const fault = Object.assign(new Error(code), { code })
    expect(explainDatabaseFault(fault, 'Datenbank akten').message).toContain(`Die Datenbank akten ${text}`)
  })

  test('another fault of the database stays what it is', () => {
    const fault = Object.assign(new Error('42601'), { code: '42601' })
    expect(explainDatabaseFault(fault, 'Datenbank akten')).toBe(fault)
  })

  test(
    'data of a newer program, with both versions and the way out',
    async () => {
      const { owner } = app.database
      await owner.query("insert into schema_migration (name) values ('9998-morgen.sql'), ('9999-zukunft.sql')")
      await owner.query("comment on table schema_migration is '7.8.9'")
      const words = await lastWords()
      await owner.query("delete from schema_migration where name like '999%'")
      expect(words).toMatch(
        /Sie hat den Stand 9999 von Schulhof 7\.8\.9, dieses Programm \(Schulhof \d+\.\d+\.\d+\) kennt nur den Stand 00\d\d\./,
      )
      expect(words).toContain('Bitte starten Sie wieder das neuere Programm.')
      expect(words).not.toMatch(/^\s+at /m)
    },
    PROCESS_MS,
  )
})

describe('with a PostgreSQL of one’s own', () => {
  test(
    'the start names the database, not a folder nobody uses, and warns that nothing is backed up',
    async () => {
      const server = await start()
      await server.signal('SIGTERM')
      const { host, database } = app.database.connection
      expect(server.output()).toContain(`(Daten: Datenbank ${database} über ${host})`)
      expect(server.output()).toContain('BACKUP_DIR fehlt: Es wird nachts nichts gesichert.')
      expect(server.output()).not.toMatch(/geheim/)
      expect(server.output()).not.toContain(dataDir)
      expect(existsSync(dataDir)).toBe(false)
    },
    PROCESS_MS,
  )

  test(
    'a folder for backups is enough for the warning to go',
    async () => {
      const server = await start({ BACKUP_DIR: join(folder, 'backups') })
      await server.signal('SIGTERM')
      expect(server.output()).not.toContain('BACKUP_DIR')
    },
    PROCESS_MS,
  )
})

describe('SIGTERM', () => {
  const ask = (url: string, agent: Agent) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(url, { agent }, (reply) => reply.resume().on('end', () => resolve(reply))).on('error', reject)
    })

  test(
    'behind a proxy is said first, then answers close their connections, and everything is served until then',
    async () => {
      const server = await start({ TRUST_PROXY: '1', DRAIN_SECONDS: '1' })
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      expect((await ask(`${server.url}/readyz`, agent)).statusCode).toBe(200)
      const exited = server.signal('SIGTERM')
      const seen: string[] = []
      const note = (text: string) => {
        if (seen.at(-1) !== text) seen.push(text)
      }
      while (!seen.at(-1)?.endsWith('close')) {
        const ready = await ask(`${server.url}/readyz`, agent)
        note(`${ready.statusCode} ${ready.headers.connection}`)
        expect((await ask(`${server.url}/api/changelog/currentVersion`, agent)).statusCode).toBe(200)
      }
      agent.destroy()
      expect(seen.filter((text) => !text.startsWith('200'))).toEqual(['503 keep-alive', '503 close'])
      expect(await exited).toEqual({ code: 0, signal: null })
    },
    PROCESS_MS,
  )

  test(
    'does not wait for a connection that a browser opened ahead and never used',
    async () => {
      const server = await start()
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {})
      await new Promise((resolve) => socket.once('connect', resolve))
      expect(await server.signal('SIGTERM')).toEqual({ code: 0, signal: null })
      socket.destroy()
    },
    PROCESS_MS,
  )
})
