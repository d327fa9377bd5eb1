import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import { openSicknoteSchool, type SicknoteSchool } from '#server/test/sicknote-school.ts'

let school: SicknoteSchool

beforeAll(async () => {
  school = await openSicknoteSchool()
})
afterAll(() => school.app.stop())
beforeEach(() => school.setClock('2026-11-20T07:40:00+01:00'))

test('a new report can be marked as seen, and as new again', async () => {
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

test('an undo restores each excuse: state, day and who confirmed it', async () => {
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
  // Somebody else's entry stays.
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
