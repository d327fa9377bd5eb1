import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROLLOVER_TEXTS, type RolloverReport, rolloverEndpoints } from '#contract/rollovers.ts'
import { fillDemo } from '#server/demo/demo-school.ts'
import type { DemoShort } from '#server/demo/school-plan.ts'
import { dumpSchool } from '#server/test/rollover-school.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await fillDemo({ pool: app.platform.pool, keys: app.platform.keys, anchor: '2026-11-20' })
}, 60_000)
afterAll(() => app.stop())

async function openDemo(short: DemoShort) {
  const { rows } = await app.database.owner.query('select id, school_id from app_user where email = $1', [
    `leitung.${short}@example.org`,
  ])
  const head = await app.signedIn(Number(rows[0].id))
  const { from_year, to_year, pending } = (await head.call(rolloverEndpoints.list)).json()
  const years = { from_year_id: from_year.id, to_year_id: to_year.id }
  return { head, years, pending, dump: () => dumpSchool(app, Number(rows[0].school_id)) }
}

describe.each([
  ['fsw', 10],
  ['fow', 8],
] as const)('the demo school %s with %i classes', (short, classCount) => {
  test('is rehearsed, changed, taken back, changed again and once more', async () => {
    const { head, years, pending, dump } = await openDemo(short)
    const before = await dump()
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
    const placed = report.classes.reduce((sum, { pupil_count }) => sum + pupil_count, 0)
    expect(placed + report.counts.class_open).toBeGreaterThanOrEqual(moved)
    const changed = await dump()

    expect((await head.call(rolloverEndpoints.undo, { params: { id: first.json().id } })).statusCode).toBe(200)
    expect(await dump()).toEqual(before)

    expect((await commit(await rehearse())).statusCode).toBe(201)
    const again = await dump()
    expect(Object.entries(again).map(([table, rows]) => [table, rows.length])).toEqual(
      Object.entries(changed).map(([table, rows]) => [table, rows.length]),
    )

    const nothing = await commit(await rehearse())
    expect([nothing.statusCode, nothing.json().message]).toEqual([201, ROLLOVER_TEXTS.nothingToDo])
    expect(await dump()).toEqual(again)
  })
})
