import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Queries } from '#server/db/database.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import { hashToken } from './hash-token.ts'
import { readRequest } from './open-request.ts'
import type { Viewer } from './viewer.ts'

// readRequest starts with the viewer that the session had the last time; every change since takes effect at the next
// request.

let app: TestApp
let fsw = 0
let fow = 0
beforeAll(async () => {
  app = await startTestApp()
  ;[fsw, fow] = [await makeSchool(app, 'fsw'), await makeSchool(app, 'fow')]
  await makePupil(app, fsw, { firstname: 'Ada' })
  await makePupil(app, fow, { firstname: 'Ben' })
})
afterAll(() => app.stop())

const owner = (text: string, values: unknown[]) => app.database.owner.query(text, values)

async function openSession() {
  const { id } = await makeUser(app, { role: 'schooladmin', schools: [fsw, fow] })
  const token = randomBytes(24).toString('base64url')
  await owner(`select start_session($1, $2, false, now() + interval '1 hour')`, [hashToken(token), id])
  const seen: (Viewer | null)[] = []
  const read = <T>(work: (tx: Queries, viewer: Viewer | null) => Promise<T>) =>
    readRequest(app.database.pool, { token, requestId: 'r', ipTrunc: '10.0.0.0/24' }, (tx, viewer) => {
      seen.push(viewer)
      return work(tx, viewer)
    })
  return { id, seen, read }
}

/** What a handler sees: the viewer it worked for, and the rows the database showed it. */
const look = async (tx: Queries, viewer: Viewer | null) => {
  const { rows } = await sql<{ firstname: string }>`select firstname from pupil`.execute(tx)
  return { role: viewer?.role, school: viewer?.school_id, pupils: rows.map(({ firstname }) => firstname) }
}

test('with a right guess the work runs once', async () => {
  const { read, seen } = await openSession()
  const first = await read(look)
  expect(first).toEqual({ role: 'schooladmin', school: fsw, pupils: ['Ada'] })
  expect(await read(look)).toEqual(first)
  expect(seen).toHaveLength(2)
})

const changes = {
  'another role': {
    change: `update app_user set role = 'viewer' where id = $1`,
    finds: { role: 'viewer', pupils: ['Ada'] },
  },
  'another kind of session': {
    change: 'update session set remember = true where user_id = $1',
    finds: { pupils: ['Ada'] },
  },
  'another school': {
    change: `update app_user set school_id = (select id from school where short = 'fow') where id = $1`,
    finds: { role: 'schooladmin', pupils: ['Ben'] },
  },
  'no school': { change: 'delete from user_school where user_id = $1', finds: { school: null, pupils: [] } },
  'a switched-off account': {
    change: 'update app_user set deactivated_at = now() where id = $1',
    finds: { role: undefined, pupils: [] },
  },
  'an ended session': { change: 'delete from session where user_id = $1', finds: { role: undefined, pupils: [] } },
}

test.each(Object.entries(changes))(
  '%s: the next request is worked on anew for who asks',
  async (_, { change, finds }) => {
    const { read, seen, id } = await openSession()
    await read(look)
    await owner(change, [id])
    expect(await read(look)).toMatchObject(finds)
    expect(seen).toHaveLength(3)
    expect(await read(look)).toMatchObject(finds)
  },
)

test('with a wrong guess an error, also one of the database, is thrown away', async () => {
  const { read, id } = await openSession()
  await read(look)
  await owner(`update app_user set role = 'viewer' where id = $1`, [id])
  const failing = async (tx: Queries, viewer: Viewer | null) => {
    if (viewer?.role === 'schooladmin') await sql`select 1 / 0`.execute(tx)
    return look(tx, viewer)
  }
  expect(await read(failing)).toMatchObject({ role: 'viewer', pupils: ['Ada'] })
})

test('with a right guess an error is thrown, and the connection serves the next request', async () => {
  const { read, seen } = await openSession()
  await read(look)
  await expect(read((tx) => sql`select 1 / 0`.execute(tx))).rejects.toThrow(/division/)
  expect(await read(look)).toMatchObject({ pupils: ['Ada'] })
  expect(seen).toHaveLength(3)
})

test('many at once on fresh connections see their own school only', async () => {
  const [one, two] = [await openSession(), await openSession()]
  await owner('update app_user set school_id = $2 where id = $1', [two.id, fow])
  await Promise.all([one.read(look), two.read(look)])
  const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => (at % 2 ? two : one).read(look)))
  for (const [at, { pupils }] of answers.entries()) expect(pupils).toEqual([at % 2 ? 'Ben' : 'Ada'])
})
