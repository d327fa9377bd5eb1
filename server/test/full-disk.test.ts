import { spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { chownSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { pupilNoteEndpoints } from '#contract/pupils/pupils.notes.ts'
import { isRoot, postgresAccount } from '#server/db/postgres-account.ts'
import { makePupil } from './child-factories.ts'
import { effort, reportFigure } from './effort.ts'
import { makeSchool, makeUser } from './factories.ts'
import { startTestApp } from './test-app.ts'
import { makeTestDatabase, type TestDatabase } from './test-database.ts'

// PostgreSQL has no room left: writes are refused with a helpful text, reads continue, nothing acknowledged is lost
// (security R4).

/** A school with a pupil, and somebody who writes notes that hardly compress. */
async function openNotes(database: TestDatabase) {
  const app = await startTestApp({ database })
  onTestFinished(() => app.stop())
  const school = await makeSchool(app, 'fsw')
  const id = await makePupil(app, school, { firstname: 'Ada' })
  const head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [school] })).id)
  const acknowledged: string[] = []
  const write = async () => {
    const body_markdown = randomBytes(2900).toString('base64')
    const reply = await head.call(pupilNoteEndpoints.add, {
      params: { id },
      body: { body_markdown },
      headers: { 'idempotency-key': randomUUID() },
    })
    if (reply.statusCode === 201) acknowledged.push(body_markdown)
    return reply
  }
  const read = async () => {
    const reply = await head.call(pupilNoteEndpoints.list, { params: { id } })
    expect(reply.statusCode).toBe(200)
    return (reply.json() as { body_markdown: string }[]).map(({ body_markdown }) => body_markdown)
  }
  const readiness = async () => (await app.app.inject({ url: '/readyz' })).statusCode
  return { app, acknowledged, write, read, readiness }
}

const REFUSED = { status: 503, message: ERROR_TEXTS.outOfRoom, retryAfter: '30' }
const refusalOf = ({
  statusCode,
  json,
  headers,
}: Awaited<ReturnType<Awaited<ReturnType<typeof openNotes>>['write']>>) => ({
  status: statusCode,
  message: json().message,
  retryAfter: headers['retry-after'],
})

test.each(['53100', '53200', '58030'])(
  'error %s refuses the write, makes the server not ready, and ends without a restart',
  async (code) => {
    const { app, acknowledged, write, read, readiness } = await openNotes(await makeTestDatabase())
    const owner = (text: string) => app.database.owner.query(text)
    const fail = `language plpgsql as $$ begin raise exception 'no room' using errcode = '${code}'; end $$`
    await write()
    const { rows } = await owner(`select prosrc from pg_proc where proname = 'probe_write'`)
    await owner(`create function fail_note() returns trigger ${fail};
    create trigger fail_note before insert on pupil_note for each row execute function fail_note();
    create or replace function probe_write() returns void security definer set search_path = pg_catalog, pg_temp ${fail}`)

    // The server cannot know it before the first write.
    expect(await readiness()).toBe(200)
    expect(refusalOf(await write())).toEqual(REFUSED)
    expect(await read()).toEqual(acknowledged)
    expect([await readiness(), await readiness()]).toEqual([503, 503])

    await owner(`drop trigger fail_note on pupil_note;
    create or replace function probe_write() returns void security definer set search_path = pg_catalog, pg_temp language plpgsql as $$ ${rows[0].prosrc} $$`)
    expect(await readiness()).toBe(200)
    expect((await write()).statusCode).toBe(201)
    expect((await read()).toSorted()).toEqual(acknowledged.toSorted())
  },
)

const DISK_MEGABYTES = 48
const mounts: string[] = []
/** A separate small disk, if this machine allows mounting one. */
const mountSmallDisk = () => {
  const folder = mkdtempSync(join(tmpdir(), 'schulhof-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m`, 'tmpfs', folder])
  if (status !== 0) {
    rmSync(folder, { recursive: true })
    return undefined
  }
  mounts.push(folder)
  chownSync(folder, postgresAccount.uid ?? 0, postgresAccount.gid ?? 0)
  return folder
}
afterAll(() => {
  for (const folder of mounts) {
    spawnSync('umount', [folder])
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Fills the disk; the returned function frees the space again. */
const fillUp = (folder: string) => {
  const file = join(folder, 'filler')
  const handle = openSync(file, 'w')
  const block = Buffer.alloc(4096)
  try {
    for (;;) writeSync(handle, block)
  } catch {
    // The disk is full.
  }
  closeSync(handle)
  return () => rmSync(file)
}

const ROUNDS = effort({ short: 1, long: 10 })
const disk = isRoot ? mountSmallDisk() : undefined
if (!disk) process.stdout.write('full disk: SKIPPED, this account may not mount a small disk\n')

test.skipIf(!disk)(
  'a full disk: writes are refused until there is room, reads go on, 0 acknowledged writes are lost',
  async () => {
    const superuser = new pg.Client({ host: inject('postgresHost'), user: inject('superuser'), database: 'postgres' })
    await superuser.connect()
    const tablespace = `small_${randomUUID().replaceAll('-', '')}`
    await superuser.query(`create tablespace ${tablespace} owner schulhof_owner location '${disk}'`)
    onTestFinished(async () => {
      await superuser.query(`drop tablespace ${tablespace}`)
      await superuser.end()
    })
    const { acknowledged, write, read, readiness } = await openNotes(await makeTestDatabase({ tablespace }))
    for (let round = 1; round <= ROUNDS; round++) {
      expect((await write()).statusCode).toBe(201)
      const makeRoom = fillUp(disk ?? '')
      // A few writes still fit into files that PostgreSQL already has.
      let reply = await write()
      for (let tries = 0; reply.statusCode === 201 && tries < 200; tries++) reply = await write()
      expect(refusalOf(reply)).toEqual(REFUSED)
      expect((await read()).toSorted()).toEqual(acknowledged.toSorted())
      expect(await readiness()).toBe(503)
      makeRoom()
      expect(await readiness()).toBe(200)
      expect((await write()).statusCode).toBe(201)
    }
    expect((await read()).toSorted()).toEqual(acknowledged.toSorted())
    reportFigure(`full disk: ${ROUNDS} times full, ${acknowledged.length} acknowledged writes, 0 lost`)
  },
  120_000,
)
