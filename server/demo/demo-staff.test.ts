import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFilledDemo } from '#server/test/filled-demo.ts'

let demo: Awaited<ReturnType<typeof startFilledDemo>>
beforeAll(async () => {
  demo = await startFilledDemo('2026-11-20')
})
afterAll(() => demo.stop())

const rowsOf = <T extends object>(sql: string) => demo.rowsOf<T>(sql)

describe('every row', () => {
  test.each([
    [
      'an employee in two functions of one class at a time',
      `select a.id from schoolclass_employee a join schoolclass_employee b on (b.school_id, b.schoolclass_id, b.employee_id) = (a.school_id, a.schoolclass_id, a.employee_id)
        and b.id > a.id and daterange(a.date_start, a.date_end, '[]') && daterange(b.date_start, b.date_end, '[]')`,
    ],
    [
      'a class of this or last year without one or two leaders and one to three more',
      `select c.id from schoolclass c join schoolyear y on (y.school_id, y.id) = (c.school_id, c.school_year_id) and y.state = 'active'
        left join schoolclass_employee f on (f.school_id, f.schoolclass_id) = (c.school_id, c.id) group by c.school_id, c.id
        having count(*) filter (where f.function = 'responsible') not between 1 and 2 or count(*) filter (where f.function = 'assigned') not between 1 and 3
       union all select c.id from schoolclass c join schoolyear y on (y.school_id, y.id) = (c.school_id, c.school_year_id) and y.state = 'closed'
        where not exists (select from schoolclass_employee f where (f.school_id, f.schoolclass_id) = (c.school_id, c.id) and f.function = 'responsible' and f.position = 1)`,
    ],
    [
      'a function in a class outside its school year or before somebody came',
      `select f.id from schoolclass_employee f join employee e on (e.school_id, e.id) = (f.school_id, f.employee_id)
        join schoolclass c on (c.school_id, c.id) = (f.school_id, f.schoolclass_id) join schoolyear y on (y.school_id, y.id) = (c.school_id, c.school_year_id)
        where f.date_start < y.date_start or f.date_end > y.date_end or e.date_entry > f.date_start or (f.date_end is null) <> (y.state <> 'closed')`,
    ],
    [
      'a short name twice',
      'select lower(short_name) from employee group by school_id, lower(short_name) having count(*) > 1',
    ],
    [
      'an employee linked to an account that does not belong to the school, or has another name',
      `select e.id from employee e left join user_school s on (s.user_id, s.school_id) = (e.user_id, e.school_id)
        left join app_user u on u.id = e.user_id where e.user_id is not null and (s.user_id is null or u.name <> e.firstname || ' ' || e.lastname)`,
    ],
  ])('there is never %s', async (_what, sql) => {
    expect(await rowsOf(sql)).toEqual([])
  })
})

describe('the people who work there', () => {
  test('are 22 at fsw and 18 at fow, three of them at both', async () => {
    const staff = await rowsOf<{ short: string; employee_type: string; count: number }>(
      `select s.short, e.employee_type, count(*)::int as count from employee e join school s on s.id = e.school_id where e.active group by 1, 2 order by 1, 2`,
    )
    const at = (short: string) =>
      Object.fromEntries(staff.filter((row) => row.short === short).map((row) => [row.employee_type, row.count]))
    expect(at('fsw')).toEqual({ educator: 5, management: 1, secretary: 1, special_educator: 1, teacher: 14 })
    expect(Object.values(at('fow')).reduce((sum, count) => sum + count, 0)).toBe(18)
    expect(
      await rowsOf('select 1 from employee group by firstname, lastname having count(distinct school_id) = 2'),
    ).toHaveLength(3)
  })

  test('of ten classes six have two leaders, of eight five', async () => {
    expect(
      await rowsOf(
        `select s.short, count(*) filter (where f.position = 1)::int as first, count(*) filter (where f.position = 2)::int as second
         from schoolclass_employee f join schoolclass c on (c.school_id, c.id) = (f.school_id, f.schoolclass_id)
         join schoolyear y on (y.school_id, y.id) = (c.school_id, c.school_year_id) and y.state = 'active'
         join school s on s.id = f.school_id where f.function = 'responsible' group by 1 order by 1`,
      ),
    ).toEqual([
      { short: 'fow', first: 8, second: 5 },
      { short: 'fsw', first: 10, second: 6 },
    ])
  })

  test('next year a part of the classes has leaders', async () => {
    const [row] = await rowsOf<{ led: number; all: number }>(
      `select count(distinct c.id)::int as all, count(distinct c.id) filter (where f.id is not null)::int as led from schoolclass c
       join schoolyear y on (y.school_id, y.id) = (c.school_id, c.school_year_id) and y.state = 'planned'
       left join schoolclass_employee f on (f.school_id, f.schoolclass_id) = (c.school_id, c.id)`,
    )
    expect(row).toEqual({ all: 18, led: 9 })
  })

  test('the accounts of heads, secretary and teacher are linked, the one of both schools at both', async () => {
    const linked = await rowsOf<{ email: string; shorts: string }>(
      `select u.email, string_agg(s.short, ' ' order by s.short) as shorts from employee e join app_user u on u.id = e.user_id
       join school s on s.id = e.school_id group by 1 order by 1`,
    )
    expect(linked.map(({ email, shorts }) => `${email.replace('@example.org', '')}: ${shorts}`)).toEqual([
      'lehrer.fsw: fsw',
      'leitung.fow: fow',
      'leitung.fsw: fsw',
      'multi: fow fsw',
      'sekretariat.fsw: fsw',
    ])
  })

  test('the teacher with an account leads the Füchse and is assigned to 3a', async () => {
    const duties = await rowsOf(
      `select f.function, c.description, g.grade from schoolclass_employee f join employee e on (e.school_id, e.id) = (f.school_id, f.employee_id)
       join app_user u on u.id = e.user_id and u.email = 'lehrer.fsw@example.org'
       join schoolclass c on (c.school_id, c.id) = (f.school_id, f.schoolclass_id) join schoolgrade g on (g.school_id, g.id) = (c.school_id, c.schoolgrade_id)
       join schoolyear y on (y.school_id, y.id) = (c.school_id, c.school_year_id) and y.state = 'active' order by 1 desc`,
    )
    expect(duties).toEqual([
      { function: 'responsible', description: 'Füchse', grade: 1 },
      { function: 'assigned', description: 'a', grade: 3 },
    ])
  })
})
