import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { turnDay } from '#server/domains/rollovers/turn-day.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let head: TestVisitor
let viewer: TestVisitor

beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  await makeSchool(app, 'fow')
  head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
  viewer = await app.signedIn((await makeUser(app, { role: 'viewer', schools: [fsw] })).id)
})
afterAll(() => app.stop())

const read = <T>(statement: ReturnType<typeof sql<T>>) =>
  insideSchool(app, fsw, async (tx) => (await statement.execute(tx)).rows)

/** The stored words and counts, and the same computed from the pupils themselves. */
async function storedWords() {
  const tally = await read(
    sql`select status, sum(delta)::int as count from pupil_tally group by status having sum(delta) <> 0 order by 1`,
  )
  const counted = await read(
    sql`select status, count(*)::int as count from pupil where deleted_at is null group by status order by 1`,
  )
  const words = await read(sql`select pupil_id, word, is_contact, status from pupil_word order by 1, 2, 3`)
  const spoken = await read(sql`select p.id as pupil_id, w.word collate "C" as word, w.is_contact, p.status
    from pupil p cross join lateral words_of_pupil(p.search_name, p.search_contact) w where p.deleted_at is null order by 1, 2, 3`)
  return { tally, counted, words, spoken }
}

const expectAgreement = async () => {
  const { tally, counted, words, spoken } = await storedWords()
  expect(tally).toEqual(counted)
  expect(words).toEqual(spoken)
  return words.length
}

const found = async (search: string, visitor = head) => {
  const reply = await visitor.call(pupilEndpoints.list, { query: { search } })
  expect(reply.statusCode).toBe(200)
  const { data, total } = reply.json<{ data: { lastname: string }[]; total: number }>()
  expect(total).toBe(data.length)
  return data.map(({ lastname }) => lastname)
}

const update = (id: number, set: Record<string, unknown>) =>
  insideSchool(app, fsw, (tx) => tx.updateTable('pupil').set(set).where('id', '=', id).execute())

test('stored counts and words follow a pupil through name, status, bin and deletion', async () => {
  const id = await makePupil(app, fsw, { firstname: 'Ada', lastname: 'Öztürk', city: 'Zossen' })
  expect(await expectAgreement()).toBeGreaterThan(2)
  for (const set of [
    { lastname: 'Ozturk-Kaya' },
    { city: 'Königs Wusterhausen' },
    { status: 'left' },
    { deleted_at: '2026-11-01T00:00:00Z' },
    { status: 'active' },
    { deleted_at: null },
    { status: 'active', lastname: 'Kaya' },
  ]) {
    await update(id, set)
    await expectAgreement()
  }
  await insideSchool(app, fsw, (tx) => tx.deleteFrom('pupil').where('id', '=', id).execute())
  expect(await expectAgreement()).toBe(0)
})

test('a child is found by the people around it, by users who may see them, as long as they belong to it', async () => {
  const id = await makePupil(app, fsw, { firstname: 'Ben', lastname: 'Noack', city: 'Teltow' })
  const guardian = await insideSchool(app, fsw, async (tx) => {
    const { id: guardian_id } = await tx
      .insertInto('guardian')
      .values({ school_id: fsw, firstname: 'Zita', lastname: 'Quandt', phone_mobile: '+49 152 28817386' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('pupil_guardian')
      .values({ school_id: fsw, pupil_id: id, guardian_id, relationship: 'mother', has_custody: true })
      .execute()
    return guardian_id
  })
  expect(await found('quandt zita')).toEqual(['Noack'])
  expect(await found('ben quan telt')).toEqual(['Noack'])
  expect(await found('uandt')).toEqual([])
  expect(await found('ben quandt', viewer)).toEqual([])
  expect(await found('noa', viewer)).toEqual(['Noack'])
  expect(await found('0152 28817')).toEqual(['Noack'])
  await insideSchool(app, fsw, (tx) =>
    tx.updateTable('guardian').set({ lastname: 'Xaver' }).where('id', '=', guardian).execute(),
  )
  expect(await found('quandt')).toEqual([])
  expect(await found('xaver')).toEqual(['Noack'])
  await insideSchool(app, fsw, (tx) => tx.deleteFrom('pupil_guardian').where('guardian_id', '=', guardian).execute())
  expect(await found('xaver')).toEqual([])
  await expectAgreement()
})

test('the number of all that match is right on each page, for each status and search', async () => {
  for (let n = 0; n < 12; n += 1) {
    await makePupil(app, fsw, { firstname: `Kind${n}`, lastname: 'Schmidt', status: n % 3 === 0 ? 'left' : 'active' })
  }
  const ask = async (query: Record<string, string | number>) =>
    (await head.call(pupilEndpoints.list, { query })).json<{ data: { firstname: string }[]; total: number }>()
  const whole = await ask({ search: 'schmidt', per_page: 0 })
  expect([whole.total, whole.data.length]).toEqual([8, 8])
  const pages = await Promise.all([1, 2].map((page) => ask({ search: 'schmidt', per_page: 5, page })))
  expect(pages.map(({ total }) => total)).toEqual([8, 8])
  expect(pages.flatMap(({ data }) => data)).toEqual(whole.data)
  expect((await ask({ search: 'schmidt', status: 'left' })).total).toBe(4)
  const all = await ask({ per_page: 0 })
  const later = await ask({ per_page: 5, page: 2 })
  expect([later.total, later.data]).toEqual([all.total, all.data.slice(5, 10)])
  expect((await ask({ status: 'left' })).total).toBe(4)
})

test('parallel writes leave the right count, and the turn of the day one row for each status', async () => {
  await Promise.all(
    Array.from({ length: 12 }, (_, n) => makePupil(app, fsw, { firstname: `Neu${n}`, lastname: 'Viele' })),
  )
  await expectAgreement()
  const statuses = (await storedWords()).counted.length
  await turnDay(app.platform)({})
  await expectAgreement()
  expect((await read(sql`select id from pupil_tally`)).length).toBe(statuses)
})

test('counted anew twice at the same time, everybody counts once', async () => {
  await makePupil(app, fsw, { firstname: 'Zwei', lastname: 'Zähler' })
  const anew = sql`select count_pupils_anew()`
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const [counted, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = insideSchool(app, fsw, async (tx) => {
    await anew.execute(tx)
    counted.resolve()
    await end.promise
  })
  await counted.promise
  const second = insideSchool(app, fsw, (tx) => anew.execute(tx))
  await expect.poll(async () => (await read(waiting)).length).toBe(1)
  end.resolve()
  await Promise.all([first, second])
  await expectAgreement()
})
