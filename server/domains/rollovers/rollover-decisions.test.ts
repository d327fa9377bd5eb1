import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROLLOVER_TEXTS, type RolloverReport } from '#contract/rollovers/rollovers.ts'
import { makeRolloverSchool, type RolloverSchool } from '#server/test/rollover-school.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'

let app: TestApp
let school: RolloverSchool
beforeAll(async () => {
  app = await startTestApp()
  school = await makeRolloverSchool(app)
  for (const grade of [1, 4, 5, 6]) await school.addClass({ grade, description: 'a' })
})
afterAll(() => app.stop())

const find = ({ pupils }: RolloverReport, id: number) => pupils.find(({ pupil_id }) => pupil_id === id)

const outcomeOf = (report: RolloverReport, id: number) => {
  const found = find(report, id)
  if (!found) return undefined
  const { decision, to_grade, to_class, exit_reason, reason } = found
  return [decision, to_grade, to_class, exit_reason, reason]
}

test('a pupil goes to the class of the same description in the next grade', async () => {
  const id = await school.addPupil({ from: '5a' })
  expect(outcomeOf(await school.rehearse(), id)).toEqual(['promote', 6, '6a', null, null])
})

test('after the last grade the school is finished on the last day of the year', async () => {
  const id = await school.addPupil({ from: '6a' })
  const report = await school.rehearse()
  expect(outcomeOf(report, id)).toEqual(['leave', null, null, 'graduated', 'leaving_grade'])
  expect(find(report, id)?.target).toBeNull()
})

test.each([
  ['repeat', '5a', ['repeat', 5, '5a', null, null]],
  ['skip', '4a', ['skip', 6, '6a', null, null]],
  ['leave', '5a', ['leave', null, null, 'other', 'leaves']],
  ['repeat', '6a', ['repeat', 6, '6a', null, null]],
] as const)('%s is carried out for a pupil of %s', async (decision, from, outcome) => {
  const id = await school.addPupil({ from })
  expect(outcomeOf(await school.rehearse({ pupils: [{ pupil_id: id, decision }] }), id)).toEqual(outcome)
})

test('a leaving pupil gets the chosen reason, also in the leaving grade', async () => {
  const [young, old] = [await school.addPupil({ from: '5a' }), await school.addPupil({ from: '6a' })]
  const pupils = [young, old].map((pupil_id) => ({ pupil_id, decision: 'leave', exit_reason: 'moved' }))
  const report = await school.rehearse({ pupils })
  expect([outcomeOf(report, young), outcomeOf(report, old)]).toEqual([
    ['leave', null, null, 'moved', 'leaves'],
    ['leave', null, null, 'moved', 'leaves'],
  ])
})

test.each([
  ['promote', '6a', 'pupils.0.decision'],
  ['skip', '6a', 'pupils.0.decision'],
  ['skip', '5a', 'pupils.0.decision'],
])('%s is impossible for a pupil of %s', async (decision, from, field) => {
  const id = await school.addPupil({ from })
  const reply = await school.send({ pupils: [{ pupil_id: id, decision }] })
  expect([reply.statusCode, reply.json().errors]).toEqual([422, { [field]: [ROLLOVER_TEXTS.badDecision] }])
})

test('a leaving pupil has no class, and a staying one no reason for an exit', async () => {
  const [first, second] = [await school.addPupil({ from: '5a' }), await school.addPupil({ from: '5a' })]
  const reply = await school.send({
    pupils: [
      { pupil_id: first, decision: 'leave', target: 'open' },
      { pupil_id: second, decision: 'promote', exit_reason: 'moved', next_school: 'Gymnasium' },
    ],
  })
  expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([
    422,
    ['pupils.0.target', 'pupils.1.exit_reason', 'pupils.1.next_school'],
  ])
})

test('a plan may name each pupil of the old year once, and no others', async () => {
  const id = await school.addPupil({ from: '5a' })
  const pupils = [id, id, 987_654_321].map((pupil_id) => ({ pupil_id, decision: 'repeat' }))
  const reply = await school.send({ pupils })
  expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([
    422,
    ['pupils.1.pupil_id', 'pupils.2.pupil_id'],
  ])
})

test.each([
  ['on the last day of the year', '2027-07-31', 'left_before'],
  ['in the middle of the year', '2027-01-31', 'left_before'],
  ['on the first day of the new year', '2027-08-01', null],
])('a pupil whose exit is %s is told apart', async (_when, date_exit, reason) => {
  const id = await school.addPupil({ from: '5a', date_exit })
  const report = await school.rehearse()
  expect(find(report, id)?.reason).toBe(reason)
  expect(find(report, id)?.target === null).toBe(reason !== null)
})

test.each(['left', 'graduated'])('nobody has to decide about a pupil who is %s', async (status) => {
  const id = await school.addPupil({ from: '5a', status, date_end: '2026-10-01' })
  expect(find(await school.rehearse(), id)).toBeUndefined()
})

test.each(['on_leave', 'guest', 'upcoming'])('a pupil who is %s is moved like the others', async (status) => {
  const id = await school.addPupil({ from: '5a', status })
  expect(find(await school.rehearse(), id)?.to_class).toBe('6a')
})

test('pupils in the bin are not in the report', async () => {
  const id = await school.addPupil({ from: '5a' })
  await school.rows('update pupil set deleted_at = now() where id = $1', [id])
  expect(find(await school.rehearse(), id)).toBeUndefined()
})

test('the last class of the year counts, also one that was left before its end', async () => {
  const id = await school.addPupil({ from: '1a', date_end: '2026-12-31' })
  await school.addMembership(id, {
    year: 'from',
    grade: 4,
    classId: school.classId('from', '4a'),
    date_start: '2027-01-01',
    date_end: '2027-03-31',
  })
  expect(outcomeOf(await school.rehearse(), id)).toEqual(['promote', 5, '5a', null, null])
})

test('a pupil with a seat in the new year is listed with it and stays there', async () => {
  const id = await school.addPupil({ from: '5a', date_end: '2027-07-31' })
  await school.addMembership(id, { year: 'to', grade: 6, classId: null, date_start: '2027-08-01' })
  const plan = { pupils: [{ pupil_id: id, decision: 'repeat' }] }
  for (const report of [await school.rehearse(), await school.rehearse(plan)]) {
    expect(outcomeOf(report, id)).toEqual(['promote', 6, null, null, 'already_placed'])
  }
})

test('a grade without a class stays so: the class is open', async () => {
  const id = await school.addPupil({ from: 4 })
  expect(outcomeOf(await school.rehearse(), id)).toEqual(['promote', 5, null, null, 'class_open'])
})

describe('when the next grade is not active', () => {
  const open = async () => {
    const other = await makeRolloverSchool(app, 'fow')
    for (const grade of [8, 9]) await other.addClass({ grade, description: 'a' })
    await other.rows('update schoolgrade set active = false where grade = 9')
    return { other, id: await other.addPupil({ from: '8a' }) }
  }

  test('nothing follows by itself, and nobody is promoted into it', async () => {
    const { other, id } = await open()
    const report = await other.rehearse()
    expect(outcomeOf(report, id)).toEqual([null, null, null, null, 'next_inactive'])
    expect(report.counts).toMatchObject({ moved: 0, leaving: 0, skipped: 0, undecided: 1 })
    for (const decision of ['promote', 'skip']) {
      const reply = await other.send({ pupils: [{ pupil_id: id, decision }] })
      expect([reply.statusCode, reply.json().errors]).toEqual([
        422,
        { 'pupils.0.decision': [ROLLOVER_TEXTS.badDecision] },
      ])
    }
  })

  test('the others are moved and they stay where they are, until somebody decides', async () => {
    const { other, id } = await open()
    const moved = await other.addPupil({ from: '9a' })
    expect((await other.commit()).statusCode).toBe(201)
    expect(await other.memberships(moved)).toHaveLength(2)
    expect(await other.memberships(id)).toEqual(['8a 2026-08-01– entry'])
    expect(await other.rows('select status, date_exit from pupil where id = $1', [id])).toEqual([
      { status: 'active', date_exit: null },
    ])
    expect((await other.list()).pending).toBe(1)
    const before = await other.dump()
    expect((await other.commit()).json().message).toBe(ROLLOVER_TEXTS.onlyUndecided)
    expect(await other.dump()).toEqual(before)
    const report = await other.rehearse({ pupils: [{ pupil_id: id, decision: 'repeat' }] })
    expect(outcomeOf(report, id)).toEqual(['repeat', 8, '8a', null, null])
    expect(find(report, id)?.proposed).toBeNull()
  })

  test('a pupil leaves with a chosen reason', async () => {
    const { other, id } = await open()
    const outcome = async (more: object) =>
      outcomeOf(await other.rehearse({ pupils: [{ pupil_id: id, decision: 'leave', ...more }] }), id)
    expect(await outcome({})).toEqual(['leave', null, null, 'other', 'leaves'])
    expect(await outcome({ exit_reason: 'graduated' })).toEqual(['leave', null, null, 'graduated', 'leaves'])
  })
})

test('the counts add up to everybody in the list', async () => {
  const { counts, pupils } = await school.rehearse()
  expect(counts.moved + counts.repeating + counts.leaving + counts.skipped + counts.undecided).toBe(pupils.length)
  expect(counts.class_open).toBe(pupils.filter(({ reason }) => reason === 'class_open').length)
})
