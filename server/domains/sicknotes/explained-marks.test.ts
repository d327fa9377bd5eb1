import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SICKNOTE_TEXTS } from '#contract/sicknotes/sicknotes.rules.ts'
import { openSicknoteSchool, type SicknoteSchool } from '#server/test/sicknote-school.ts'

let school: SicknoteSchool

beforeAll(async () => {
  school = await openSicknoteSchool()
})
afterAll(() => school.app.stop())
beforeEach(async () => {
  school.setClock('2026-11-20T07:40:00+01:00')
  await school.forgetLimits()
})

const TODAY = '2026-11-20'
const marked = (child: number, more: Record<string, unknown> = {}) =>
  school.enter(child, { reason: 'unexplained', ...more })
const explainerOf = async (mark: number) => {
  const { cancelled_at, cancelled_as, explained_by } = await school.stored(mark)
  return cancelled_at === null ? 'lives' : (explained_by ?? cancelled_as)
}

const WHOLE = {}
const lessons = (...numbers: number[]) => ({ partial: true, lessons: numbers })
const times = (timeStart: string, timeEnd: string) => ({ partial: true, timeStart, timeEnd })
test.for([
  ['the whole day', WHOLE, WHOLE, true],
  ['the whole day', WHOLE, lessons(3), true],
  ['the first lesson', lessons(1), WHOLE, false],
  ['times', times('08:00', '15:00'), WHOLE, false],
  ['some lessons', lessons(1, 2, 3), lessons(1, 3), true],
  ['some lessons', lessons(1, 2, 3), lessons(3, 4), false],
  ['times', times('08:00', '10:00'), times('08:00', '09:30'), true],
  ['times', times('08:00', '10:00'), times('09:00', '10:05'), false],
  ['times', times('08:00', '15:00'), lessons(1), false],
  ['other days', { dateStart: '2026-11-19' }, WHOLE, false],
] as const)('%s: %j of a note and %j of a mark', async ([_name, said, missed, isExplained]) => {
  const [before, after] = [await school.newChild(), await school.newChild()]
  const mark = await marked(before, missed)
  const note = await school.enter(before, said)
  expect(await explainerOf(mark)).toBe(isExplained ? note : 'lives')
  // The other way round: a child with a known absence gets no mark.
  await school.enter(after, said)
  const reply = await school.add({ pupil_ids: [after], reason: 'unexplained', ...missed })
  expect(reply.json().known_pupil_ids).toEqual(isExplained ? [after] : [])
})

test('a mark that two notes explain comes back when both are gone, and once', async () => {
  const mia = await school.newChild()
  const mark = await marked(mia)
  const first = await school.enter(mia)
  const second = await school.enter(mia, { dateStart: '2026-11-19', dateEnd: TODAY })
  expect(await explainerOf(mark)).toBe(first)
  await school.cancel(first)
  expect(await explainerOf(mark)).toBe(second)
  await school.cancel(second)
  expect(await explainerOf(mark)).toBe('lives')
  await school.restore(first)
  expect(await explainerOf(mark)).toBe(first)
})

test('a mark that was set and explained twice exists once', async () => {
  const mia = await school.makeChild()
  const mark = () => school.makeNote(mia.id, { from: TODAY, reason: 'unexplained', excuse_state: 'unexcused' })
  const [first] = [await mark()]
  await school.report({ uuid: mia.uuid, dateStart: TODAY })
  const again = await mark()
  const token = (await school.report({ uuid: mia.uuid, dateStart: TODAY })).json().take_back
  const [, note] = await school.notesOf(mia)
  expect([await explainerOf(first), await explainerOf(again)]).toEqual([note?.id, note?.id])
  expect((await school.takeBack(token)).statusCode).toBe(200)
  expect([await explainerOf(first), await explainerOf(again)]).toEqual(['explained', 'lives'])
})

test('a mark is not restored when the same one already exists', async () => {
  const mia = await school.newChild()
  const mark = await marked(mia)
  const note = await school.enter(mia)
  const live = await school.makeNote(mia, { from: TODAY, reason: 'unexplained', excuse_state: 'unexcused' })
  expect((await school.cancel(note)).statusCode).toBe(200)
  expect([await explainerOf(mark), await explainerOf(live)]).toEqual(['explained', 'lives'])
  await school.cancel(live)
  await school.restore(note)
  await school.cancel(note)
  expect([await explainerOf(mark), await explainerOf(live)]).toEqual(['explained', 'by_staff'])
})

test('a known report of one lesson leaves a whole day missing', async () => {
  const mia = await school.makeChild()
  const report = () => school.report({ uuid: mia.uuid, dateStart: TODAY, partial: true, lessons: [1] })
  await report()
  const mark = await marked(mia.id)
  expect((await report()).statusCode).toBe(201)
  expect(await explainerOf(mark)).toBe('lives')
})

test('a mark follows a note that is shortened, moved, made a part or another mark', async () => {
  for (const change of [
    { dateEnd: '2026-11-19' },
    { dateStart: '2026-11-23', dateEnd: '2026-11-24' },
    { dateStart: TODAY, dateEnd: TODAY, partial: true, lessons: [1] },
    { reason: 'unexplained', dateStart: '2026-11-19', dateEnd: '2026-11-19' },
  ]) {
    const mia = await school.newChild()
    const mark = await marked(mia)
    school.setClock('2026-11-19T07:40:00+01:00')
    const note = await school.enter(mia, { dateStart: '2026-11-19', dateEnd: TODAY })
    expect(await explainerOf(mark)).toBe(note)
    const reply = await school.change(note, change)
    expect(reply.statusCode, reply.body).toBe(200)
    expect(await explainerOf(mark), JSON.stringify(change)).toBe('lives')
    school.setClock('2026-11-20T07:40:00+01:00')
  }
})

test('a mark is not moved to a day that is explained', async () => {
  const mia = await school.newChild()
  await school.enter(mia, { dateStart: '2026-11-19' })
  const mark = await marked(mia)
  const reply = await school.change(mark, { dateStart: '2026-11-19', dateEnd: '2026-11-19' })
  expect([reply.statusCode, reply.json().message]).toEqual([409, SICKNOTE_TEXTS.duplicate])
})

test('a leave explains while it is not refused', async () => {
  const mia = await school.newChild()
  const mark = await marked(mia)
  const leave = await school.enter(mia, { reason: 'leave' })
  expect(await explainerOf(mark)).toBe(leave)
  await school.decide(leave, 'refused')
  expect(await explainerOf(mark)).toBe('lives')
  await school.decide(leave, 'granted')
  expect(await explainerOf(mark)).toBe(leave)
})

test('a mark that staff cancelled stays cancelled, whatever notes come and go', async () => {
  const mia = await school.newChild()
  const mark = await marked(mia)
  await school.cancel(mark)
  await school.cancel(await school.enter(mia))
  expect(await explainerOf(mark)).toBe('by_staff')
})
