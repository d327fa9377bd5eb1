import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FIGURE_KEYS, type FigureKey, listOfFigure } from '#contract/pupilfigures/figure-fields.ts'
import { autumnTables } from '#contract/pupilfigures/figure-sheets.ts'
import {
  pupilFigureEndpoints as endpoints,
  type FigureNumbers,
  type PupilFigures,
  writeFigureTable,
} from '#contract/pupilfigures/pupilfigures.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { makeUser } from '#server/test/factories.ts'
import { startFilledDemo } from '#server/test/filled-demo.ts'
import { readSpreadsheet } from '#server/test/read-spreadsheet.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

const TODAY = '2026-11-20'
const DAYS = [TODAY, '2026-10-01', '2025-10-01']

let demo: Awaited<ReturnType<typeof startFilledDemo>>
let fsw: number
let head: TestVisitor
beforeAll(async () => {
  demo = await startFilledDemo(TODAY)
  demo.app.setNow(new Date(`${TODAY}T12:00:00+01:00`))
  fsw = (await demo.rowsOf<{ id: number }>(`select id::int from school where short = 'fsw'`))[0]?.id ?? 0
  head = await demo.app.signedIn((await makeUser(demo.app, { role: 'schooladmin', schools: [fsw] })).id)
})
afterAll(() => demo.stop())

const ask = (day: string, tables: string[], visitor = head) =>
  visitor.call(endpoints.get, { query: { day, tables: tables.join(',') } })
const figures = async (day: string, tables: string[]): Promise<PupilFigures> => {
  const reply = await ask(day, tables)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const tableOf = async (day: string, table: string) => (await figures(day, [table])).tables[0] as FigureNumbers

const present = (day: string) => `from pupil p where p.school_id = ${fsw} and p.deleted_at is null
  and p.status <> 'guest' and p.date_entry <= '${day}'
  and coalesce(p.date_exit, case when p.status in ('left', 'graduated') then p.date_entry - 1 else '9999-12-31'::date end) >= '${day}'`
const numberOf = async (sql: string) => (await demo.rowsOf<{ n: number }>(`select count(*)::int as n ${sql}`))[0]?.n

describe('the numbers of a day', () => {
  test.each(DAYS)('equal what SQL counts on %s', async (day) => {
    const { total, tables } = await figures(day, ['gender', 'schoolgrade.gender', 'nationalities', 'birth_year'])
    const sum = (of: { total: number }[] = []) => of.reduce((all, one) => all + one.total, 0)
    expect(total).toBeGreaterThan(50)
    expect(total).toBe(await numberOf(present(day)))
    for (const { value, total: girlsOrBoys } of tables[0]?.rows ?? [])
      expect(girlsOrBoys, `${value}`).toBe(await numberOf(`${present(day)} and p.gender = '${value}'`))
    expect(sum(tables[1]?.rows)).toBe(total)
    expect(sum(tables[1]?.columns)).toBe(total)
    for (const [index, row] of (tables[1]?.rows ?? []).entries())
      expect(tables[1]?.counts[index]?.reduce((all, count) => all + count, 0)).toBe(row.total)
    // A child with two nationalities counts in both and once in the sum.
    const ukrainian = tables[2]?.rows.find(({ value }) => value === 'UKR')?.total
    expect(ukrainian ?? 0).toBe(await numberOf(`${present(day)} and 'UKR' = any(p.nationalities)`))
    expect(sum(tables[3]?.rows)).toBe(total)
  })

  test.each(FIGURE_KEYS.filter((key) => key !== 'support'))(
    'by %s each open the list of the same children',
    async (key) => {
      const other: FigureKey = key === 'gender' ? 'schoolgrade' : 'gender'
      for (const day of DAYS) {
        const table = await tableOf(day, `${key}.${other}`)
        const cells = table.rows.flatMap((row, at) =>
          table.columns.map((column, place) => ({ row, column, count: table.counts[at]?.[place] ?? Number.NaN })),
        )
        expect(cells.length, day).toBeGreaterThan(0)
        // All sums of rows, and a few of the cells.
        const asked = [
          ...table.rows.map(({ value, total }) => ({ values: [{ key, value }], count: total })),
          ...cells.slice(0, 6).map(({ row, column, count }) => ({
            values: [
              { key, value: row.value },
              { key: other, value: column.value },
            ],
            count,
          })),
        ]
        for (const { values, count } of asked) {
          const query = listOfFigure(day, values)
          if (!query) continue
          const list = await head.call(pupilEndpoints.list, { query })
          expect(list.statusCode, `${JSON.stringify(query)} ${list.body}`).toBe(200)
          expect(list.json().total, JSON.stringify(query)).toBe(count)
        }
      }
    },
  )

  test('are in the order of grades, classes, answers and years; what is not entered comes last', async () => {
    const labels = async (table: string) => (await tableOf(TODAY, table)).rows.map(({ label }) => label)
    const grades = await labels('schoolgrade')
    expect(grades.slice(0, 3)).toEqual(['Klassenstufe 1', 'Klassenstufe 2', 'Klassenstufe 3'])
    expect((await labels('schoolclass')).slice(0, 2)).toEqual(['1/2 Dachse', '1/2 Eulen'])
    const years = await labels('birth_year')
    expect(years).toEqual([...years].sort())
    expect((await labels('immigration_year')).at(-1)).toBe('nicht eingetragen')
    expect((await labels('entry_year')).at(-1)).toBe('2026/2027')
  })

  test('know who repeats a grade: it was the same in an earlier school year', async () => {
    const repeaters = await numberOf(`${present(TODAY)} and exists (
      select 1 from pupil_schoolclass n join pupil_schoolclass b using (school_id, pupil_id, schoolgrade_id)
      where n.pupil_id = p.id and n.school_id = p.school_id and b.school_year_id < n.school_year_id
        and '${TODAY}' between n.date_start and coalesce(n.date_end, '9999-12-31'))`)
    const { rows } = await tableOf(TODAY, 'repeats')
    expect(rows.find(({ value }) => value === 'yes')?.total ?? 0).toBe(repeaters)
  })

  test('count support only for those who may see it, by valid notices, and say so in the log', async () => {
    const asked = ['support.schoolgrade']
    const of = (may_view_sensitive: boolean) =>
      makeUser(demo.app, { role: 'schooladmin', schools: [fsw], may_view_sensitive })
    const other = await demo.app.signedIn((await of(false)).id)
    expect((await ask(TODAY, asked, other)).statusCode).toBe(422)
    const file = await other.call(endpoints.export, { body: { day: TODAY, tables: asked } })
    expect(file.statusCode).toBe(422)
    const entitled = await of(true)
    const reply = await ask(TODAY, asked, await demo.app.signedIn(entitled.id))
    expect(reply.statusCode, reply.body).toBe(200)
    const { total, tables } = reply.json() as PupilFigures
    const rows = tables[0]?.rows ?? []
    const without = rows.at(-1)
    expect(without).toMatchObject({ value: null, label: 'ohne Förderbescheid' })
    const entries = await numberOf(`from pupil_sensitive s where s.school_id = ${fsw} and s.kind = 'special_needs'
      and s.locked_at is null and s.pupil_id in (select p.id ${present(TODAY)})`)
    expect(entries).toBeGreaterThan(0)
    expect(total - (without?.total ?? 0)).toBe(entries)
    const [line] = await demo.rowsOf(
      `select 1 from user_log where action = 'sensitive_counted' and user_id = ${entitled.id}`,
    )
    expect(line).toBeDefined()
  })

  test.each([
    ['no day', { tables: 'gender' }],
    ['a day that does not exist', { day: '2026-02-30', tables: 'gender' }],
    ['no table', { day: TODAY }],
    ['an unknown field', { day: TODAY, tables: 'lastname' }],
    ['a field twice', { day: TODAY, tables: 'gender.gender' }],
    ['three fields', { day: TODAY, tables: 'gender.age.schoolgrade' }],
    ['too many tables', { day: TODAY, tables: Array.from({ length: 13 }, () => 'gender').join(',') }],
  ])('are refused with %s', async (_, query) => {
    expect((await head.call(endpoints.get, { query: query as never })).statusCode).toBe(422)
  })

  test('are a sheet for each table in a file, with a line of sums', async () => {
    const tables = autumnTables([]).map(writeFigureTable)
    const reply = await head.call(endpoints.export, { body: { day: TODAY, tables } })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-disposition']).toContain('Schuelerzahlen-20-11-2026.xlsx')
    const { rows, title } = readSpreadsheet(reply.rawPayload)
    expect(title).toBe('1 Klassenstufe nach Geschlecht')
    expect(rows[0]?.[0]).toBe('Klassenstufe')
    expect(rows.at(-1)?.[0]).toBe('Kinder insgesamt')
    expect(rows.at(-1)?.[1]).toBe(await numberOf(present(TODAY)))
  })

  test('of a day far away are empty', async () => {
    expect(await figures('1990-01-01', ['gender'])).toEqual({
      ...{ day: '1990-01-01', total: 0 },
      tables: [{ rows_by: 'gender', columns_by: null, rows: [], columns: [], counts: [] }],
    })
  })
})

describe('the list of a day', () => {
  test('is refused to those who see no dates of entry', async () => {
    const viewer = await demo.app.signedIn((await makeUser(demo.app, { role: 'viewer', schools: [fsw] })).id)
    expect((await viewer.call(pupilEndpoints.list, { query: { on: TODAY } })).statusCode).toBe(422)
  })
})
