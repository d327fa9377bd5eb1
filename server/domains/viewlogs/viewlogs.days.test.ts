import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SEEN_NAMES, viewlogEndpoints } from '#contract/viewlogs/viewlogs.ts'
import { logView } from '#server/db/log-view.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { openViewedSchool, type ViewedSchool } from '#server/test/viewed-school.ts'

let school: ViewedSchool
beforeAll(async () => {
  school = await openViewedSchool()
})
afterAll(() => school.app.stop())
beforeEach(() => school.beginAnew())

const days = async (query = {}) => {
  const reply = await school.head.call(viewlogEndpoints.days, { query })
  expect(reply.statusCode, reply.body).toBe(200)
  return viewlogEndpoints.days.response.parse(reply.json())
}

const write = (at: string, ids: number[], { kind = 'export' as 'export' | 'print', what = 'Excel' } = {}) =>
  insideSchool(school.app, school.fsw, (tx) => logView(tx, { kind, subject: 'pupil', ids, what, at: new Date(at) }))

test('a person and a day are one row, with how often, of what kind, and whose data it was', async () => {
  const { ben, mia } = school
  await write('2026-11-02T06:55:00Z', [ben])
  await write('2026-11-02T07:55:00Z', [ben], { kind: 'print', what: 'Bogen' })
  await write('2026-11-02T08:00:00Z', [ben, mia], { what: 'Telefonliste' })
  await write('2026-11-03T08:00:00Z', [mia])
  const { data, total, entries } = await days()
  expect([total, entries]).toEqual([2, 4])
  expect(data.map(({ day, count }) => [day, count])).toEqual([
    ['2026-11-03', 1],
    ['2026-11-02', 3],
  ])
  expect(data[1]).toMatchObject({
    first_at: '2026-11-02T06:55:00Z',
    last_at: '2026-11-02T08:00:00Z',
    kinds: [
      { kind: 'export', count: 2 },
      { kind: 'print', count: 1 },
    ],
    seen: [
      { what: 'Telefonliste', subject_id: null, subject_count: 2, count: 1 },
      { what: null, subject_id: ben, subject_label: 'Ben Berg', count: 2 },
    ],
    seen_count: 2,
  })
})

test('a day begins at midnight in Berlin', async () => {
  for (const at of ['2026-11-02T22:59:59Z', '2026-11-02T23:00:00Z']) await write(at, [school.ben])
  expect((await days()).data.map(({ day }) => day)).toEqual(['2026-11-03', '2026-11-02'])
  expect((await days({ sort: 'viewed_at' })).data.map(({ day }) => day)).toEqual(['2026-11-02', '2026-11-03'])
})

test('two people are two rows, and the filters of the list leave as many', async () => {
  const { app, fsw, ben, mia, open, head } = school
  const other = await makeUser(app, { role: 'schooladmin', schools: [fsw] })
  await open(head, ben)
  await open(await app.signedIn(other.id), ben)
  await open(head, mia)
  expect((await days()).total).toBe(2)
  const { data, entries } = await days({ user_id: other.id })
  expect([data.length, data[0]?.count, entries]).toEqual([1, 1, 1])
  expect((await days({ kind: 'print' })).total).toBe(0)
  expect(await days({ subject: 'pupil', subject_id: mia })).toMatchObject({ total: 1, entries: 1 })
})

test('many children are named in part and counted in full', async () => {
  const { app, fsw } = school
  for (let index = 0; index < SEEN_NAMES + 2; index++)
    await write('2026-11-02T08:00:00Z', [await makePupil(app, fsw, { grade: 1 })])
  const [day] = (await days()).data
  expect([day?.seen.length, day?.seen_count]).toEqual([SEEN_NAMES, SEEN_NAMES + 2])
})

test('pages hold days, and a page past the end still says how many there are', async () => {
  for (const day of ['02', '03', '04']) await write(`2026-11-${day}T08:00:00Z`, [school.ben])
  expect((await days({ per_page: 2, page: 2 })).data.map(({ day }) => day)).toEqual(['2026-11-02'])
  expect(await days({ per_page: 2, page: 3 })).toMatchObject({ data: [], total: 3, entries: 3 })
})

test('a number alone names nobody', async () => {
  expect((await school.head.call(viewlogEndpoints.days, { query: { subject_id: 1 } })).statusCode).toBe(422)
})
