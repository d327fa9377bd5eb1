import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROLLOVER_TEXTS, type RolloverReport, rolloverEndpoints } from '#contract/rollovers/rollovers.ts'
import { classgradePlain } from '#contract/schoolclasses/class-names.ts'
import { fillDemo } from '#server/demo/demo-school.ts'
import type { DemoShort } from '#server/demo/school-plan.ts'
import { dumpSchool, readSchool } from '#server/test/rollover-school.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await fillDemo({ pool: app.platform.pool, keys: app.platform.keys, anchor: '2026-11-20' })
}, 60_000)
afterAll(() => app.stop())

const NO_CLASS = 'no class yet'
const sum = (places: Record<string, number>) => Object.values(places).reduce((total, count) => total + count, 0)

async function openDemo(short: DemoShort) {
  const { rows } = await app.database.owner.query('select id, school_id from app_user where email = $1', [
    `leitung.${short}@example.org`,
  ])
  const head = await app.signedIn(Number(rows[0].id))
  const { from_year, to_year, pending } = (await head.call(rolloverEndpoints.list)).json()
  const years = { from_year_id: from_year.id, to_year_id: to_year.id }
  const schoolId = Number(rows[0].school_id)
  /** The number of open memberships of the year, by class. */
  const placesIn = async (yearId: number) => {
    const counts = await readSchool(app, schoolId)<{
      description: string | null
      grade: number
      grade_to: number | null
      count: number
    }>(
      `select c.description, g.grade, t.grade as grade_to, count(*)::int from pupil_schoolclass m
        left join schoolclass c on c.id = m.schoolclass_id
        left join schoolgrade g on g.id = c.schoolgrade_id left join schoolgrade t on t.id = c.schoolgrade_to_id
        where m.school_year_id = $1 and m.date_end is null group by 1, 2, 3`,
      [yearId],
    )
    const places: Record<string, number> = { [NO_CLASS]: 0 }
    for (const { description, count, ...grades } of counts)
      places[description === null ? NO_CLASS : classgradePlain({ description, ...grades })] = count
    return places
  }
  /** Tables that a dump leaves out. */
  const countOther = () =>
    readSchool(app, schoolId)('select (select count(*) from rollover), (select count(*) from user_log) as logged')
  return { head, years, pending, placesIn, countOther, dump: () => dumpSchool(app, schoolId) }
}

describe.each([
  ['fsw', 10],
  ['fow', 8],
] as const)('the demo school %s with %i classes', (short, classCount) => {
  test('is rehearsed, changed, taken back, changed again and once more', async () => {
    const { head, years, pending, placesIn, countOther, dump } = await openDemo(short)
    const before = await dump()
    const there = await placesIn(years.to_year_id)
    const rehearse = async () => (await head.call(rolloverEndpoints.rehearse, { body: years })).json() as RolloverReport
    const commit = ({ fingerprint }: RolloverReport) =>
      head.call(rolloverEndpoints.commit, {
        body: { ...years, fingerprint },
        headers: { 'idempotency-key': crypto.randomUUID() },
      })

    const report = await rehearse()
    expect(await dump()).toEqual(before)
    const { moved, repeating, leaving, skipped } = report.counts
    expect([repeating, skipped, moved + leaving]).toEqual([0, 0, pending])
    expect(new Set(report.groups.map(({ schoolclass_id }) => schoolclass_id)).size).toBe(
      classCount -
        new Set(report.pupils.filter(({ decision }) => decision === 'leave').map((one) => one.from_class)).size,
    )

    const first = await commit(report)
    expect(first.statusCode, first.body.slice(0, 300)).toBe(201)
    const kept = (await head.call(rolloverEndpoints.get, { params: { id: first.json().id } })).json()
    expect(kept.report).toEqual(report)
    const after = await placesIn(years.to_year_id)
    expect(sum(after)).toBe(sum(there) + moved)
    expect(after).toEqual({
      ...Object.fromEntries(
        report.classes.flatMap((one) => (one.pupil_count > 0 ? [[one.classgradePlain, one.pupil_count]] : [])),
      ),
      [NO_CLASS]: report.counts.class_open + (there[NO_CLASS] ?? 0),
    })
    const changed = await dump()

    expect((await head.call(rolloverEndpoints.undo, { params: { id: first.json().id } })).statusCode).toBe(200)
    expect(await dump()).toEqual(before)

    expect((await commit(await rehearse())).statusCode).toBe(201)
    const again = await dump()
    expect(Object.entries(again).map(([table, rows]) => [table, rows.length])).toEqual(
      Object.entries(changed).map(([table, rows]) => [table, rows.length]),
    )

    const logged = await countOther()
    const nothing = await commit(await rehearse())
    expect([nothing.statusCode, nothing.json().message]).toEqual([201, ROLLOVER_TEXTS.nothingToDo])
    expect(await dump()).toEqual(again)
    expect(await countOther()).toEqual(logged)
  })
})
