import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import { SICKNOTE_CHANGE_TEXTS } from '#contract/sicknotes.change.ts'
import { openSicknoteSchool, type SicknoteSchool } from '#server/test/sicknote-school.ts'

let school: SicknoteSchool

beforeAll(async () => {
  school = await openSicknoteSchool()
})
afterAll(() => school.app.stop())
beforeEach(() => school.setClock('2026-11-20T07:40:00+01:00'))

test('a new report is seen, and new again', async () => {
  const child = await school.makeChild()
  await school.report({ uuid: child.uuid, dateStart: '2026-11-20' })
  const [note] = await school.listOf(child.id)
  if (!note) throw new Error('Nothing was reported.')
  expect(note).toMatchObject({ seen_at: null, source: 'public_link', created_by_name: null, excuse_state: 'excused' })
  const first = await school.see({ ids: [note.id] })
  expect(first.json()).toEqual({ message: '1 Meldung ist als gesehen gekennzeichnet.', changed_ids: [note.id] })
  expect((await school.see({ ids: [note.id, note.id] })).json()).toEqual({
    message: REPLY_TEXTS.nothingToChange,
    changed_ids: [],
  })
  expect((await school.read(note.id)).seen_at).toBe('2026-11-20T06:40:00Z')
  expect((await school.see({ ids: [note.id], seen: false })).json()).toMatchObject({ changed_ids: [note.id] })
  expect((await school.read(note.id)).seen_at).toBe(null)
})

test('excuses are entered for many, all or none', async () => {
  const open = await school.enter(await school.newChild())
  const other = await school.enter(await school.newChild({ grade: 2 }))
  const event = await school.enter(await school.newChild(), { reason: 'school_event' })
  const leave = await school.enter(await school.newChild(), { reason: 'leave' })
  const cancelled = await school.enter(await school.newChild())
  await school.cancel(cancelled)
  const ids = [open, other, event, leave, cancelled]
  for (const [visitor, sent] of [
    [school.head, [...ids, 999_999]],
    [school.teacher, ids],
    [school.stranger, ids],
  ] as const) {
    expect((await school.excuse({ ids: sent, state: 'excused' }, visitor)).statusCode).toBe(404)
    expect(await school.stored(open)).toMatchObject({ excuse_state: 'open', version: 1 })
  }
  const done = await school.excuse({ ids, state: 'excused' })
  expect(done.json()).toEqual({ message: '2 Meldungen sind entschuldigt.', changed_ids: [open, other] })
  expect((await Promise.all(ids.map(school.stored))).map(({ excuse_state }) => excuse_state)).toEqual([
    'excused',
    'excused',
    'not_required',
    'open',
    'open',
  ])
  expect(await school.stored(open)).toMatchObject({ excuse_received_at: '2026-11-20' })
  expect(await school.read(open)).toMatchObject({ excuse_confirmed_by_name: expect.any(String), excuse_due_at: null })
  await school.excuse({ ids: [open], state: 'unexcused' }, school.teacher)
  expect(await school.stored(open)).toMatchObject({
    excuse_state: 'unexcused',
    excuse_received_at: null,
    excuse_confirmed_by: school.teacherId,
  })
  await school.excuse({ ids: [open], state: 'open' })
  expect(await school.stored(open)).toMatchObject({ excuse_state: 'open', excuse_confirmed_by: null })
})

test('the way back leaves each excuse as it was: state, day and who confirmed it', async () => {
  const child = await school.makeChild()
  await school.report({ uuid: child.uuid, dateStart: '2026-11-20' })
  const [online] = await school.listOf(child.id)
  const open = await school.enter(await school.newChild())
  const confirmed = await school.enter(await school.newChild())
  await school.excuse({ ids: [confirmed], state: 'excused' }, school.teacher)
  const ids = [online?.id ?? 0, open, confirmed]
  const read = async () =>
    (await Promise.all(ids.map(school.stored))).map(({ excuse_state, excuse_received_at, excuse_confirmed_by }) => [
      excuse_state,
      excuse_received_at,
      excuse_confirmed_by,
    ])
  const before = [
    ['excused', '2026-11-20', null],
    ['open', null, null],
    ['excused', '2026-11-20', school.teacherId],
  ]
  expect(await read()).toEqual(before)
  school.setClock('2026-11-23T07:40:00+01:00')
  await school.excuse({ ids, state: 'unexcused' })
  expect((await read()).map(([state]) => state)).toEqual(['unexcused', 'unexcused', 'unexcused'])
  // What somebody else did is theirs.
  expect((await school.excuse({ ids: [confirmed], state: 'before' }, school.teacher)).json().changed_ids).toEqual([])
  const back = await school.excuse({ ids, state: 'before' })
  expect(back.json()).toEqual({
    message: 'Bei 3 Meldungen steht die Entschuldigung wieder wie vorher.',
    changed_ids: expect.arrayContaining(ids),
  })
  expect(await read()).toEqual(before)
  const again = await school.excuse({ ids, state: 'before' })
  expect(again.json()).toEqual({ message: REPLY_TEXTS.nothingToChange, changed_ids: [] })
})

test('an excuse that another reason or a decision settled does not come back', async () => {
  const id = await school.enter(await school.newChild())
  await school.excuse({ ids: [id], state: 'excused' })
  await school.change(id, { reason: 'leave' })
  expect((await school.excuse({ ids: [id], state: 'before' })).json().changed_ids).toEqual([])
  await school.decide(id, 'granted')
  expect((await school.excuse({ ids: [id], state: 'before' })).json().changed_ids).toEqual([])
  expect(await school.stored(id)).toMatchObject({ excuse_state: 'not_required' })
})

test('a certificate is asked for and seen by the office alone', async () => {
  const id = await school.enter(await school.newChild())
  expect((await school.certify(id, { requested: true }, school.teacher)).statusCode).toBe(403)
  expect((await school.certify(id, { requested: true })).statusCode).toBe(200)
  school.setClock('2026-11-23T09:00:00+01:00')
  await school.certify(id, { requested: true, seen: true })
  const read = async () => {
    const { certificate_requested_at, certificate_seen_at } = await school.read(id)
    return [certificate_requested_at, certificate_seen_at]
  }
  expect(await read()).toEqual(['2026-11-20', '2026-11-23'])
  await school.certify(id, { seen: false })
  expect(await read()).toEqual(['2026-11-20', null])
  await school.certify(id, { requested: false })
  expect(await read()).toEqual([null, null])
})

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
  // A day that is in both is one day.
  const same = await school.enter(mia, { reason: 'leave', dateStart: '2026-11-27', dateEnd: '2026-11-30' })
  expect((await school.read(same)).leave).toMatchObject({ days_of_year: 4 })
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
  // The year that begins in August counts for itself.
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
