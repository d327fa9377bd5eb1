import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SICKNOTE_CHANGE_TEXTS } from '#contract/sicknotes/sicknotes.change.ts'
import { openSicknoteSchool, type SicknoteSchool } from '#server/test/sicknote-school.ts'

let school: SicknoteSchool

beforeAll(async () => {
  school = await openSicknoteSchool()
})
afterAll(() => school.app.stop())
beforeEach(() => school.setClock('2026-11-20T07:40:00+01:00'))

test('a teacher decides while a child’s leave in the school year is 3 days at most', async () => {
  const mia = await school.newChild()
  // Thursday to Monday: three school days.
  const three = await school.enter(
    mia,
    { reason: 'leave', dateStart: '2026-11-26', dateEnd: '2026-11-30' },
    school.teacher,
  )
  expect((await school.read(three, school.teacher)).leave).toEqual({
    applied_at: '2026-11-20',
    decision: 'pending',
    decided_by_name: null,
    days_of_year: 3,
    may_decide: true,
  })
  expect((await school.decide(three, 'granted', school.teacher)).statusCode).toBe(200)
  expect(await school.read(three)).toMatchObject({
    excuse_state: 'not_required',
    leave: { decision: 'granted', decided_by_name: expect.any(String) },
  })
  const fourth = await school.enter(mia, { reason: 'leave', dateStart: '2026-12-01' }, school.teacher)
  expect((await school.read(fourth, school.teacher)).leave).toMatchObject({ days_of_year: 4, may_decide: false })
  for (const decision of ['granted', 'refused']) {
    const reply = await school.decide(fourth, decision, school.teacher)
    expect(reply.statusCode).toBe(403)
    expect(reply.json().message).toBe(SICKNOTE_CHANGE_TEXTS.mayNotDecide)
  }
  const atOnce = { pupil_ids: [mia], reason: 'leave', leave_decision: 'granted', dateStart: '2026-12-02' }
  expect((await school.add(atOnce, school.teacher)).statusCode).toBe(403)
  expect((await school.decide(fourth, 'granted')).statusCode).toBe(200)
  // A day in both leaves counts once.
  const same = await school.enter(mia, { reason: 'leave', dateStart: '2026-11-27', dateEnd: '2026-11-30' })
  expect((await school.read(same)).leave).toMatchObject({ days_of_year: 4 })
})

test('a teacher does not overturn what the head decided', async () => {
  const decided = [403, { message: SICKNOTE_CHANGE_TEXTS.decidedByHead }]
  const answer = async (reply: ReturnType<typeof school.decide>) => [(await reply).statusCode, (await reply).json()]
  const leave = await school.enter(await school.newChild(), { reason: 'leave' }, school.teacher)
  for (const decision of ['refused', 'granted']) {
    await school.decide(leave, decision)
    expect((await school.read(leave, school.teacher)).leave).toMatchObject({ may_decide: false })
    for (const other of ['granted', 'refused', 'pending'])
      expect(await answer(school.decide(leave, other, school.teacher))).toEqual(decided)
  }
  expect(await answer(school.change(leave, { dateEnd: '2026-11-23' }, school.teacher))).toEqual(decided)
  expect(await answer(school.cancel(leave, school.teacher))).toEqual(decided)
  // When the head withdraws the decision, the teacher may decide again.
  await school.decide(leave, 'pending')
  for (const own of ['granted', 'refused'])
    expect((await school.decide(leave, own, school.teacher)).statusCode).toBe(200)

  const own = await school.enter(await school.newChild(), {}, school.teacher)
  await school.excuse({ ids: [own], state: 'unexcused' })
  const other = await school.enter(await school.newChild(), {})
  expect(await answer(school.excuse({ ids: [other, own], state: 'excused' }, school.teacher))).toEqual(decided)
  expect(await answer(school.cancel(own, school.teacher))).toEqual(decided)
  expect([await school.stored(own), await school.stored(other)]).toMatchObject([
    { excuse_state: 'unexcused', cancelled_at: null },
    { excuse_state: 'open' },
  ])
  const mark = await school.enter(await school.newChild(), { reason: 'unexplained' })
  expect((await school.excuse({ ids: [mark], state: 'excused' }, school.teacher)).statusCode).toBe(200)
})

test('most of a day is a day of leave, in one part or several', async () => {
  const daysOf = async (...parts: Record<string, unknown>[]) => {
    const mia = await school.newChild()
    const granted = { reason: 'leave', leave_decision: 'granted', partial: true }
    const ids: number[] = []
    for (const part of parts) ids.push(await school.enter(mia, { ...granted, ...part }))
    return (await school.read(ids.at(-1) ?? 0)).leave?.days_of_year
  }
  expect(await daysOf({ lessons: [1, 2, 3, 4, 5] })).toBe(0)
  expect(await daysOf({ lessons: [1, 2, 3, 4, 5, 6] })).toBe(1)
  expect(await daysOf({ lessons: [1, 2, 3] }, { lessons: [3, 4, 5] })).toBe(0)
  expect(await daysOf({ lessons: [1, 2, 3] }, { lessons: [4, 5, 6] })).toBe(1)
  expect(await daysOf({ timeStart: '08:00', timeEnd: '12:29' })).toBe(0)
  expect(await daysOf({ timeStart: '08:00', timeEnd: '12:30' })).toBe(1)
})

test('a teacher grants no fourth day by calling it lessons, at once, later or by a change', async () => {
  const mia = await school.newChild()
  const granted = { reason: 'leave', leave_decision: 'granted' }
  await school.enter(mia, { ...granted, dateStart: '2026-11-26', dateEnd: '2026-11-30' }, school.teacher)
  const fourth = { pupil_ids: [mia], ...granted, dateStart: '2026-12-01', partial: true }
  expect((await school.add({ ...fourth, lessons: [1, 2, 3, 4, 5, 6, 7] }, school.teacher)).statusCode).toBe(403)
  const part = await school.enter(mia, { ...fourth, lessons: [1, 2] }, school.teacher)
  for (const change of [{ lessons: [1, 2, 3, 4, 5, 6] }, { partial: false }])
    expect((await school.change(part, change, school.teacher)).statusCode).toBe(403)
  expect((await school.change(part, { lessons: [1, 2, 3] }, school.teacher)).statusCode).toBe(200)
})

test('of a leave that is granted and one that grows at once the second counts the first', async () => {
  for (let round = 0; round < 5; round++) {
    const mia = await school.newChild()
    const granted = { reason: 'leave', leave_decision: 'granted', dateStart: '2026-11-23' }
    const grown = await school.enter(mia, { ...granted, dateEnd: '2026-11-24' }, school.teacher)
    const other = await school.enter(mia, { reason: 'leave', dateStart: '2026-11-26' }, school.teacher)
    const replies = await Promise.all([
      school.change(grown, { dateEnd: '2026-11-25' }, school.teacher),
      school.decide(other, 'granted', school.teacher),
    ])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403])
  }
})

test('the head grants 20 school days, and no more', async () => {
  const mia = await school.newChild()
  const leave = { reason: 'leave', dateStart: '2026-11-09', dateEnd: '2026-12-04', leave_decision: 'granted' }
  const twenty = await school.enter(mia, leave)
  expect(await school.read(twenty)).toMatchObject({ school_days: 20, hints: [], leave: { days_of_year: 20 } })
  const more = await school.enter(mia, { reason: 'leave', dateStart: '2026-12-07' })
  expect(await school.read(more)).toMatchObject({ hints: ['authority'], leave: { days_of_year: 21, may_decide: true } })
  const refused = await school.decide(more, 'granted')
  expect(refused.statusCode).toBe(409)
  expect(refused.json().message).toBe(SICKNOTE_CHANGE_TEXTS.beyondHead)
  expect((await school.add({ ...leave, pupil_ids: [mia], dateEnd: '2026-12-07' })).statusCode).toBe(409)
  const longer = await school.enter(mia, { reason: 'leave', dateStart: '2026-12-02', leave_decision: 'granted' })
  for (const change of [{ dateEnd: '2026-12-07' }, { dateStart: '2026-11-30', dateEnd: '2026-12-07' }])
    expect((await school.change(longer, change)).statusCode).toBe(409)
  expect((await school.change(longer, { dateStart: '2026-12-01' })).statusCode).toBe(200)
  expect((await school.change(twenty, { dateEnd: '2026-12-07' })).statusCode).toBe(409)
  expect((await school.decide(more, 'refused')).statusCode).toBe(200)
  // The year that begins in August counts separately.
  const next = await school.enter(mia, { reason: 'leave', dateStart: '2027-09-06' })
  expect((await school.read(next)).leave).toMatchObject({ days_of_year: 1 })
})

test('a cancelled leave is restored only as far as its person may grant it', async () => {
  const mia = await school.newChild()
  const leave = { reason: 'leave', dateStart: '2026-11-09', dateEnd: '2026-12-04', leave_decision: 'granted' }
  const twenty = await school.enter(mia, leave)
  await school.cancel(twenty)
  const more = await school.enter(mia, { ...leave, dateStart: '2026-12-07', dateEnd: '2026-12-07' })
  const refused = await school.restore(twenty)
  expect([refused.statusCode, refused.json().message]).toEqual([409, SICKNOTE_CHANGE_TEXTS.beyondHead])
  await school.cancel(more)
  expect((await school.restore(twenty)).statusCode).toBe(200)

  const tim = await school.newChild()
  const own = await school.enter(tim, { ...leave, dateStart: '2026-11-23', dateEnd: '2026-11-24' }, school.teacher)
  await school.cancel(own, school.teacher)
  await school.enter(tim, { ...leave, dateStart: '2026-11-26', dateEnd: '2026-11-27' })
  const beyond = await school.restore(own, school.teacher)
  expect([beyond.statusCode, beyond.json().message]).toEqual([403, SICKNOTE_CHANGE_TEXTS.mayNotDecide])
  expect(await school.stored(own)).toMatchObject({ cancelled_as: 'by_staff' })
})

test('of two cancelled leaves that are restored at once the second counts the first', async () => {
  const mia = await school.newChild()
  const granted = ([dateStart, dateEnd]: readonly [string, string]) =>
    school.enter(mia, { reason: 'leave', leave_decision: 'granted', dateStart, dateEnd })
  for (let round = 0; round < 5; round++) {
    const ids = []
    for (const days of [
      ['2026-11-09', '2026-11-27'],
      ['2026-11-30', '2026-12-11'],
    ] as const) {
      const id = await granted(days)
      await school.cancel(id)
      ids.push(id)
    }
    const replies = await Promise.all(ids.map((id) => school.restore(id)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    await Promise.all(ids.map((id) => school.cancel(id)))
  }
})

test('a leave that is refused is no absence; the decision can be taken back', async () => {
  const mia = await school.newChild()
  const id = await school.enter(mia, { reason: 'leave' })
  expect((await school.decide(id, 'refused')).json().message).toContain('abgelehnt')
  expect(await school.listOf(mia)).toEqual([])
  expect(await school.listOf(mia, { with_cancelled: true })).toMatchObject([{ leave: { decision: 'refused' } }])
  expect((await school.decide(id, 'pending')).statusCode).toBe(200)
  expect(await school.listOf(mia)).toMatchObject([
    { excuse_state: 'open', leave: { decision: 'pending', decided_by_name: null } },
  ])
  const sick = await school.enter(mia, { dateStart: '2026-11-23' })
  const reply = await school.decide(sick, 'granted')
  expect(reply.statusCode).toBe(409)
  expect(reply.json().message).toBe(SICKNOTE_CHANGE_TEXTS.isNoLeave)
})

test('of two leaves that are granted at once the second counts the first', async () => {
  for (let round = 0; round < 5; round++) {
    const mia = await school.newChild()
    const ids = [
      await school.enter(mia, { reason: 'leave', dateStart: '2026-11-23', dateEnd: '2026-11-24' }, school.teacher),
      await school.enter(mia, { reason: 'leave', dateStart: '2026-11-26', dateEnd: '2026-11-27' }, school.teacher),
    ]
    const replies = await Promise.all(ids.map((id) => school.decide(id, 'granted', school.teacher)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403])
  }
})
