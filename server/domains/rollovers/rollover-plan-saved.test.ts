import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ROLLOVER_TEXTS, type RolloverPlan, rolloverEndpoints } from '#contract/rollovers/rollovers.ts'
import { makeUser } from '#server/test/factories.ts'
import { makeRolloverSchool, type RolloverSchool } from '#server/test/rollover-school.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

let school: RolloverSchool
let colleague: TestVisitor
let pupil: number
beforeEach(async () => {
  school = await makeRolloverSchool(app)
  await school.addClass({ grade: 5, description: 'a' })
  pupil = await school.addPupil({ from: '5a' })
  const { id } = await makeUser(app, { role: 'schooladmin', schools: [school.schoolId] })
  colleague = await app.signedIn(id)
})

const planOf = (more: Partial<RolloverPlan> = {}): RolloverPlan => ({
  ...school.years,
  targets: [],
  pupils: [{ pupil_id: pupil, decision: 'leave', exit_reason: 'moved', next_school: 'Schule am See' }],
  copies_teachers: false,
  ...more,
})
const save = (visitor: TestVisitor, body: { plan: RolloverPlan; version?: string }) =>
  visitor.call(rolloverEndpoints.savePlan, { body })
const saved = async (plan = planOf()) => {
  const reply = await save(school.head, { plan })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().version as string
}
const load = async (visitor: TestVisitor = school.head) => {
  const reply = await visitor.call(rolloverEndpoints.plan, { query: { to_year_id: school.years.to_year_id } })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().kept
}
const discard = (version: string, yearId = school.years.to_year_id) =>
  school.head.call(rolloverEndpoints.discardPlan, { query: { to_year_id: yearId, version } })

describe('a plan is kept', () => {
  test('for every head of the school, and says who saved it', async () => {
    expect(await load()).toBeNull()
    const version = await saved()
    const kept = await load(colleague)
    expect(kept).toMatchObject({ plan: planOf(), version, dropped: 0, saved_by: expect.any(String) })
    expect(Number.isNaN(Date.parse(kept.saved_at))).toBe(false)
  })

  test('and changes nothing else', async () => {
    const before = await school.dump()
    await saved()
    const { rollover_plan: plans, ...after } = await school.dump()
    expect(plans).toHaveLength(1)
    expect(after).toEqual(Object.fromEntries(Object.entries(before).filter(([name]) => name !== 'rollover_plan')))
  })

  test('save after save', async () => {
    const first = await saved()
    const again = await save(school.head, { plan: planOf({ pupils: [] }), version: first })
    expect(again.statusCode).toBe(200)
    expect(await load()).toMatchObject({ version: again.json().version, plan: { pupils: [] } })
    expect(again.json().version).not.toBe(first)
  })

  test('until it is carried out', async () => {
    await saved()
    await school.commit(planOf())
    expect(await load()).toBeNull()
  })

  test('also when carrying it out is refused', async () => {
    await saved()
    expect((await school.commit(planOf(), 'other')).statusCode).toBe(409)
    expect(await load()).toMatchObject({ plan: planOf() })
  })

  test('until it is discarded, and only the one that was seen', async () => {
    const first = await saved()
    const { version } = (await save(colleague, { plan: planOf({ pupils: [] }), version: first })).json()
    expect((await discard(first)).statusCode).toBe(409)
    expect((await discard(version)).statusCode).toBe(200)
    expect(await load()).toBeNull()
    const again = await discard(version)
    expect([again.statusCode, again.json().message]).toEqual([409, ROLLOVER_TEXTS.planGone])
  })
})

describe('two who plan at the same time', () => {
  test('the second is told who saved when, and nothing is overwritten', async () => {
    const version = await saved()
    const theirs = await save(colleague, { plan: planOf({ copies_teachers: true }), version })
    const mine = await save(school.head, { plan: planOf({ pupils: [] }), version })
    expect([mine.statusCode, mine.json()]).toEqual([
      409,
      { message: ROLLOVER_TEXTS.planChanged, saved_by: expect.any(String), ...theirs.json() },
    ])
    expect(await load()).toMatchObject({ plan: planOf({ copies_teachers: true }) })
  })

  test('of two first saves one is kept', async () => {
    const replies = await Promise.all([save(school.head, { plan: planOf() }), save(colleague, { plan: planOf() })])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })

  test('a plan that was discarded and begun anew is another', async () => {
    const version = await saved()
    await discard(version)
    const late = await save(colleague, { plan: planOf(), version })
    expect([late.statusCode, late.json().message]).toEqual([409, ROLLOVER_TEXTS.planGone])
    await saved()
    expect((await save(colleague, { plan: planOf(), version })).statusCode).toBe(409)
  })
})

describe('what can no longer be done is left out when it is loaded', () => {
  test('pupils who left or whose class was deleted, and everything of other schools', async () => {
    const other = await makeRolloverSchool(app)
    const foreign = await other.addClass({ grade: 6, description: 'z' })
    const late = await school.addPupil({ from: '5a' })
    const gone = await school.addClass({ year: 'to', grade: 6, description: 'b' })
    const stays = await school.addPupil({ from: '5a' })
    const source = school.classId('from', '5a')
    await saved(
      planOf({
        targets: [
          { schoolclass_id: source, to_grade: 6, target: `class:${gone}` },
          { schoolclass_id: foreign, to_grade: 6, target: 'open' },
        ],
        pupils: [
          { pupil_id: pupil, decision: 'repeat' },
          { pupil_id: late, decision: 'repeat' },
          { pupil_id: stays, decision: 'repeat', target: `class:${gone}` },
          { pupil_id: 999_999_999, decision: 'leave', next_school: 'Schule am See' },
        ],
      }),
    )
    await school.rows('delete from schoolclass where id = $1', [gone])
    await school.rows(`update pupil set status = 'left' where id = $1`, [late])
    const { plan, dropped } = await load()
    expect(plan.targets).toEqual([])
    expect(plan.pupils).toEqual([
      { pupil_id: pupil, decision: 'repeat' },
      { pupil_id: stays, decision: 'repeat' },
    ])
    expect(dropped).toBe(5)
    expect((await school.send(plan)).statusCode).toBe(200)
  })
})

describe('refused', () => {
  test('for a year of another school', async () => {
    const { years } = await makeRolloverSchool(app)
    const version = await saved()
    const query = { to_year_id: years.to_year_id }
    expect((await school.head.call(rolloverEndpoints.plan, { query })).statusCode).toBe(404)
    expect((await discard(version, years.to_year_id)).statusCode).toBe(404)
    expect((await save(school.head, { plan: planOf(years) })).json().errors).toHaveProperty('from_year_id')
    const stranger = await makeRolloverSchool(app)
    expect((await save(stranger.head, { plan: planOf(), version })).statusCode).toBe(422)
    expect(await load()).toMatchObject({ version })
  })

  test('for users who may not manage pupils', async () => {
    const { id } = await makeUser(app, { role: 'teacher_level_1', schools: [school.schoolId] })
    const teacher = await app.signedIn(id)
    expect((await save(teacher, { plan: planOf() })).statusCode).toBe(403)
    expect(await load()).toBeNull()
  })

  test.each([
    ['a NUL', 'new:5:a\u0000b'],
    ['half a surrogate pair', 'new:5:\ud800'],
    ['no target', 'class:x'],
  ])('with %s in a target', async (_what, target) => {
    const targets = [{ schoolclass_id: school.classId('from', '5a'), to_grade: 6, target }]
    expect((await save(school.head, { plan: planOf({ targets }) })).statusCode).toBe(422)
  })
})
