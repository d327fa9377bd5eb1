import { afterAll, beforeAll, expect, test } from 'vitest'
import { isOfAge } from '#contract/dates.ts'
import { startFilledDemo } from '#server/test/filled-demo.ts'

const ANCHOR = '2026-11-20'

let demo: Awaited<ReturnType<typeof startFilledDemo>>
beforeAll(async () => {
  demo = await startFilledDemo(ANCHOR)
})
afterAll(() => demo.stop())

test('the demo shows who opened pages and what left the program in both schools, by known people, before its day', async () => {
  const rows = await demo.rowsOf<{ kind: string; isLate: boolean; name: string | null; count: number }>(
    `select kind, viewed_at >= '${ANCHOR}'::date as "isLate", user_name as name, subject_count as count from view_log`,
  )
  expect(rows.length).toBeGreaterThan(80)
  expect(rows.filter(({ isLate, name }) => isLate || name === null)).toEqual([])
  expect(
    rows
      .filter(({ kind }) => kind !== 'page')
      .map(({ count }) => count)
      .sort((a, b) => a - b),
  ).toEqual([1, 1, 24, 24, 40, 40])
})

test('the demo has two pupils of age, one whose parents stay informed, and one who is nearly 18', async () => {
  const rows = await demo.rowsOf<{ birthdate: string; wants: boolean }>(
    `select birthdate::text, wants_parents_informed(school_id, id) as wants from pupil
     where birthdate <= '2009-01-01' and status = 'active' order by birthdate`,
  )
  const older = rows.filter(({ birthdate }) => birthdate <= '2008-12-31')
  expect(older.map(({ birthdate, wants }) => [isOfAge(birthdate, ANCHOR), wants])).toEqual([
    [true, false],
    [true, true],
    [false, false],
  ])
})
