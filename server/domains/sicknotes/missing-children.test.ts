import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { MESSAGES } from '#contract/formats.ts'
import { insideSchool } from '#server/test/factories.ts'
import { openSicknoteSchool, type SicknoteSchool } from '#server/test/sicknote-school.ts'

let school: SicknoteSchool

beforeAll(async () => {
  school = await openSicknoteSchool()
})
afterAll(() => school.app.stop())
beforeEach(() => school.setClock('2026-11-20T07:40:00+01:00'))

test('a report explains the mark of a missing child; without the report the child is missing again', async () => {
  const mia = await school.newChild()
  const mark = await school.enter(mia, { reason: 'unexplained' }, school.teacher)
  expect(await school.stored(mark)).toMatchObject({ excuse_state: 'unexcused', excuse_confirmed_by: school.teacherId })
  const report = await school.enter(mia, { dateEnd: '2026-11-23' })
  expect(await school.stored(mark)).toMatchObject({ cancelled_as: 'explained' })
  expect((await school.listOf(mia)).map(({ id }) => id)).toEqual([report])
  // A second tap on a page that does not know about the report yet.
  const late = await school.add({ pupil_ids: [mia], reason: 'unexplained' }, school.teacher)
  expect(late.json()).toMatchObject({ ids: [], known_pupil_ids: [mia] })
  expect((await school.restore(mark)).statusCode).toBe(409)
  await school.cancel(report)
  expect((await school.listOf(mia)).map(({ id }) => id)).toEqual([mark])
  await school.restore(report)
  expect((await school.listOf(mia)).map(({ id }) => id)).toEqual([report])
})

test('a mark stays explained while another report covers its day, whichever goes first', async () => {
  for (const isReversed of [false, true]) {
    const mia = await school.newChild()
    const mark = await school.enter(mia, { reason: 'unexplained' })
    const reports = [await school.enter(mia), await school.enter(mia, { dateEnd: '2026-11-23' })]
    const [first = 0, last = 0] = isReversed ? reports.reverse() : reports
    await school.cancel(first)
    expect((await school.listOf(mia)).map(({ id }) => id)).toEqual([last])
    await school.cancel(last)
    expect((await school.listOf(mia)).map(({ id }) => id)).toEqual([mark])
  }
})

test('a mark of the whole day stays beside a report of hours, and goes with one of the day', async () => {
  const mia = await school.newChild()
  const mark = await school.enter(mia, { reason: 'unexplained' })
  const hours = await school.enter(mia, { partial: true, lessons: [1] })
  expect((await school.listOf(mia)).map(({ id }) => id)).toEqual([mark, hours])
  const whole = await school.enter(mia)
  expect((await school.listOf(mia)).map(({ id }) => id)).toEqual([hours, whole])
  for (const id of [hours, whole]) expect((await school.cancel(id)).statusCode).toBe(200)
  expect((await school.listOf(mia)).map(({ id }) => id)).toEqual([mark])
})

test('a report that is shortened leaves its child missing on the days it no longer covers', async () => {
  const mia = await school.newChild()
  school.setClock('2026-11-19T07:40:00+01:00')
  const report = await school.enter(mia, { dateStart: '2026-11-19' })
  school.setClock('2026-11-20T07:40:00+01:00')
  const mark = await school.enter(mia, { reason: 'unexplained' })
  await school.change(report, { dateEnd: '2026-11-23' })
  expect((await school.listOf(mia)).map(({ id }) => id)).toEqual([report])
  await school.change(report, { dateEnd: '2026-11-19' })
  expect((await school.listOf(mia)).map(({ id }) => id)).toEqual([mark])
  await school.change(report, { dateEnd: '2026-11-20' })
  expect((await school.listOf(mia)).map(({ id }) => id)).toEqual([report])
})

test('marks on other days stay', async () => {
  const mia = await school.newChild()
  const mark = await school.enter(mia, { reason: 'unexplained' }, school.teacher)
  await school.enter(mia, { dateStart: '2026-11-19' })
  await school.enter(mia, { dateStart: '2026-11-23' })
  expect(await school.stored(mark)).toMatchObject({ cancelled_at: null })
})

test('a parent’s report explains a mark, too', async () => {
  const child = await school.makeChild({ firstname: 'Ole' })
  const mark = await school.enter(child.id, { reason: 'unexplained' })
  expect((await school.report({ uuid: child.uuid, dateStart: '2026-11-20' })).statusCode).toBe(201)
  expect(await school.stored(mark)).toMatchObject({ cancelled_as: 'explained' })
})

test('a mark and a report at the same time leave one absence, in either order', async () => {
  for (let round = 0; round < 5; round++) {
    const child = await school.makeChild({ firstname: 'Ole' })
    const mark = () => school.add({ pupil_ids: [child.id], reason: 'unexplained' })
    const report = () => school.report({ uuid: child.uuid, dateStart: '2026-11-20' })
    const order = round % 2 === 0 ? [mark, report] : [report, mark]
    const replies = await Promise.all(order.map((send) => send()))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect(await school.listOf(child.id)).toMatchObject([{ source: 'public_link' }])
  }
})

/** The answer of `start`, which has to wait for a report of the child that is being written. */
async function whileReported(child: number, start: () => Promise<{ json: () => unknown }>) {
  const { app, fsw } = school
  const row = { school_id: fsw, pupil_id: child, date_start: '2026-11-20', date_end: '2026-11-23' }
  const isWaiting = async () => {
    const { rows } = await app.platform.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length > 0
  }
  const [reply] = await insideSchool(app, fsw, async (tx) => {
    await tx
      .insertInto('pupil_sicknote')
      .values({ ...row, source: 'public_link' })
      .execute()
    const started = start()
    await vi.waitUntil(isWaiting, { timeout: 5000 })
    // The promise is returned in a list, because a bare promise would be awaited.
    return [started]
  })
  return (await reply)?.json()
}

test('a mark waits for a report that is being written, and then finds it', async () => {
  const mia = await school.newChild()
  const reply = await whileReported(mia, () => school.add({ pupil_ids: [mia], reason: 'unexplained' }))
  expect(reply).toMatchObject({ ids: [], known_pupil_ids: [mia] })
})

test('a cancellation waits for another report that is being written, so its child is not missing again', async () => {
  const mia = await school.newChild()
  await school.enter(mia, { reason: 'unexplained' })
  const first = await school.enter(mia)
  await whileReported(mia, () => school.cancel(first))
  expect(await school.listOf(mia)).toMatchObject([{ source: 'public_link' }])
})

test('nobody can be missing on a future day', async () => {
  const mia = await school.newChild()
  const reply = await school.add({ pupil_ids: [mia], reason: 'unexplained', dateStart: '2026-11-23' })
  expect(reply.json().errors).toEqual({ dateStart: [MESSAGES.ahead] })
  const id = await school.enter(mia, { reason: 'unexplained' })
  const longer = await school.change(id, { dateEnd: '2026-11-23' })
  expect(longer.json().errors).toEqual({ dateEnd: [MESSAGES.ahead] })
})
