import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import { openPageViews } from './page-views.ts'

let app: TestApp
let schoolId: number
let userId: number
beforeAll(async () => {
  app = await startTestApp()
  schoolId = await makeSchool(app, 'fsw')
  userId = (await makeUser(app, { role: 'schooladmin', schools: [schoolId] })).id
})
afterAll(() => app.stop())

const countOf = async (id: number) => {
  const client = await app.database.owner.connect()
  await client.query(`select set_config('app.school_id', $1, false)`, [String(schoolId)])
  const { rows } = await client.query('select count(*)::int as count from view_log where subject_id = $1', [id])
  await client.query(`select set_config('app.school_id', '', false)`)
  client.release()
  return rows[0].count as number
}
const page = (id: number) => ({ schoolId, userId, subject: 'pupil' as const, id })
const NOW = new Date('2026-11-20T08:00:00Z')
const RIGHT = 'execute on function log_page_views(timestamptz[], bigint[], text[], bigint[])'

test('a database that does not take them loses none: they are written with the next ones', async () => {
  const views = openPageViews(app.database.pool)
  await app.database.owner.query(`revoke ${RIGHT} from schulhof_app`)
  views.note(page(1), NOW)
  await views.flush()
  expect(await countOf(1)).toBe(0)
  await app.database.owner.query(`grant ${RIGHT} to schulhof_app`)
  views.note(page(2), NOW)
  await views.stop()
  expect([await countOf(1), await countOf(2)]).toEqual([1, 1])
})

test('what waits is written when the server closes', async () => {
  const views = openPageViews(app.database.pool)
  for (let id = 100; id < 150; id += 1) views.note(page(id), NOW)
  await views.stop()
  expect([await countOf(100), await countOf(149)]).toEqual([1, 1])
})

test('two flushes at the same time write each opening once', async () => {
  const views = openPageViews(app.database.pool)
  views.note(page(7), NOW)
  await Promise.all([views.flush(), views.flush(), views.flush()])
  expect(await countOf(7)).toBe(1)
})

test('an account that is gone meanwhile keeps nobody else’s opening from being written', async () => {
  const views = openPageViews(app.database.pool)
  views.note({ ...page(8), userId: 987_654 }, NOW)
  views.note(page(9), NOW)
  await views.stop()
  expect([await countOf(8), await countOf(9)]).toEqual([0, 1])
})

test('a clock that is set back makes another opening and not none', async () => {
  const views = openPageViews(app.database.pool)
  views.note(page(10), NOW)
  views.note(page(10), new Date(NOW.getTime() - 3_600_000))
  await views.stop()
  expect(await countOf(10)).toBe(2)
})
