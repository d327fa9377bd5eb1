import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeRolloverSchool, type RolloverSchool } from '#server/test/rollover-school.ts'
import { statementsOf } from '#server/test/sent-statements.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const COUNT = 1000

/** A thousand pupils in forty classes of grades 1 to 5, each with a leader. */
async function makeLargeSchool() {
  const school = await makeRolloverSchool(app)
  for (let grade = 1; grade <= 5; grade++)
    for (const description of 'abcdefgh') {
      const id = await school.addClass({ grade, description })
      await school.addFunction(id, await school.addEmployee(`L${'abcdef'[grade]}${description}`))
    }
  await school.rows(
    `insert into pupil (school_id, pupil_number, lastname, firstname, gender, birthdate, status, date_entry)
      select $1, 'P-' || n, 'Kind ' || n, 'Mia', 'f', '2018-05-03', 'active', '2024-08-01' from generate_series(1, $2::int) n`,
    [school.schoolId, COUNT],
  )
  await school.rows(
    `insert into pupil_schoolclass (school_id, pupil_id, school_year_id, schoolgrade_id, schoolclass_id, date_start, reason)
      select p.school_id, p.id, c.school_year_id, c.schoolgrade_id, c.id, '2026-08-01', 'entry'
      from (select *, row_number() over (order by id) as n from pupil) p
      join (select *, row_number() over (order by id) as n from schoolclass) c on c.n = p.n % 40 + 1`,
  )
  return school
}

const measure = async (school: RolloverSchool) => {
  const { fingerprint } = await school.rehearse()
  const began = performance.now()
  const { reply: result, texts } = await statementsOf(() => school.commit({}, fingerprint))
  const committed = performance.now()
  expect(result.statusCode, result.body.slice(0, 300)).toBe(201)
  const undo = await statementsOf(() => school.undo(result.json().id))
  expect(undo.reply.statusCode, undo.reply.body).toBe(200)
  return {
    statements: texts.length,
    undoStatements: undo.texts.length,
    commitMs: Math.round(committed - began),
    undoMs: Math.round(performance.now() - committed),
  }
}

test('a thousand pupils need no more statements than three', async ({ annotate }) => {
  const small = await makeRolloverSchool(app)
  for (const grade of [1, 5, 6]) {
    await small.addClass({ grade, description: 'a' })
    await small.addPupil({ from: `${grade}a` })
  }
  const few = await measure(small)
  const large = await makeLargeSchool()
  const before = await large.dump()
  const many = await measure(large)
  await annotate(`${COUNT} pupils: commit ${many.commitMs} ms, undo ${many.undoMs} ms, ${many.statements} statements`)
  expect(many.statements).toBeLessThanOrEqual(few.statements)
  expect(many.undoStatements).toBeLessThanOrEqual(few.undoStatements)
  expect(await large.dump()).toEqual(before)
})
