import { expect, test } from 'vitest'
import { hashToken } from '#server/db/hash-token.ts'
import { makeTestDatabase } from '#server/test/test-database.ts'
import type { Ask } from './morning-client.ts'
import { fillState, pupilOf, pupilsOf } from './morning-fill.ts'
import { addTime, countOf, mergeTimes, percentileOf, type Times } from './morning-times.ts'
import { deeds, uuidOf } from './morning-traffic.ts'

const timesOf = (milliseconds: number[]) => {
  const times: Times = {}
  for (const one of milliseconds) addTime(times, one)
  return times
}

test('percentiles of several processes together are those of all their times', () => {
  const [first, second] = [timesOf([1, 2, 3, 4]), timesOf([100, 200, 300, 400, 500, 600])]
  const all = mergeTimes([first, second])
  expect(countOf(all)).toBe(10)
  expect(percentileOf(all, 0.5)).toBeGreaterThanOrEqual(100)
  expect(percentileOf(all, 0.5)).toBeLessThan(105)
  expect(percentileOf(all, 0.95)).toBeGreaterThanOrEqual(600)
  expect(percentileOf(all, 0.95)).toBeLessThan(625)
  expect(percentileOf({}, 0.95)).toBeNaN()
})

const STATE = { schools: 50, day: '2026-11-23', password: 'x' }

/** The reports of so many turns, without sending them. */
async function reportsOf(turns: number) {
  const uuids: string[] = []
  const ask = Object.assign(
    async ({ path, body }: { path: string; body?: unknown }) => {
      if (path.endsWith('addPupilSickNote')) uuids.push((body as { uuid: string }).uuid)
      return { status: 200, etag: undefined, cookies: new Map<string, string>() }
    },
    { versionTag: () => undefined },
  ) as Ask
  const report = deeds(STATE).find(({ name }) => name === 'report by parents')
  for (let turn = 0; turn < turns; turn += 1) await report?.do(turn, ask)
  return uuids
}

test('no child is reported twice, and every school has its share', async () => {
  const uuids = await reportsOf(1000)
  expect(uuids.length).toBeGreaterThan(800)
  expect(new Set(uuids).size).toBe(uuids.length)
  // The children who are reported by phone leave no pause.
  expect((await reportsOf(450)).length - (await reportsOf(350)).length).toBeGreaterThan(80)
})

test('the made-up state has the families, links and words that the load asks for', async () => {
  const database = await makeTestDatabase()
  const superuser = { ...database.connection, user: 'postgres' }
  await fillState(superuser, { schools: 3, passwordHash: 'x', today: '2026-11-23' }, () => {})
  const read = async (text: string, values: unknown[] = []) => {
    const { rows } = await database.owner.query<{ count: number }>(text, values)
    return rows[0]?.count
  }
  const bound = `select set_config('app.school_id', '2', false)`
  const client = await database.owner.connect()
  await client.query(bound)
  const inSchool = async (text: string) => (await client.query<{ count: number }>(text)).rows[0]?.count
  expect(await inSchool('select count(*)::int as count from pupil')).toBe(pupilsOf(2))
  expect(
    await inSchool(
      'select count(*)::int as count from pupil_schoolclass m join schoolclass c on c.id = m.schoolclass_id and c.schoolgrade_id = m.schoolgrade_id',
    ),
  ).toBe(pupilsOf(2))
  expect(
    await inSchool("select count(*)::int as count from pupil p where search_contact not like ' wacholderhain anna %'"),
  ).toBe(0)
  expect(
    await inSchool(
      'select count(*)::int as count from pupil p where not exists (select from pupil_word w where w.pupil_id = p.id)',
    ),
  ).toBe(0)
  client.release()
  const uuid = uuidOf(pupilOf(2, 7))
  expect(
    await read('select count(*)::int as count from open_pupil_link($1) where pupil_id = $2', [
      hashToken(uuid),
      pupilOf(2, 7),
    ]),
  ).toBe(1)
  await database.drop()
})
