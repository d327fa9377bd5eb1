import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { insideSchool } from './factories.ts'
import type { TestApp } from './test-app.ts'

let count = 0

/** A short name that nobody else has: Aa, Ab, … */
const nextShortName = () => {
  count += 1
  return `${String.fromCharCode(65 + (Math.floor(count / 26) % 26))}${String.fromCharCode(97 + (count % 26))}`
}

interface NewEmployee {
  firstname?: string
  lastname?: string
  short_name?: string
  user_id?: number | null
  date_entry?: string | null
  date_exit?: string | null
  active?: boolean
  mail?: string | null
}

/** Somebody who works at the school. Returns the id. */
export const makeEmployee = (app: TestApp, schoolId: number, employee: NewEmployee = {}) =>
  insideSchool(app, schoolId, async (tx) => {
    const short_name = employee.short_name ?? nextShortName()
    const row = { firstname: 'Vera', lastname: 'Voigt', employee_type: 'teacher', ...employee, short_name }
    const { id } = await tx
      .insertInto('employee')
      .values({ ...row, school_id: schoolId })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })

interface NewFunction {
  employee: number
  schoolclass: number
  function?: 'responsible' | 'assigned'
  from?: string
  until?: string | null
}

/** Gives an employee a class, by default from the first day of the year on. */
export const giveClass = (app: TestApp, schoolId: number, { employee, schoolclass, ...given }: NewFunction) =>
  insideSchool(app, schoolId, (tx) =>
    tx
      .insertInto('schoolclass_employee')
      .values({
        school_id: schoolId,
        employee_id: employee,
        schoolclass_id: schoolclass,
        function: given.function ?? 'responsible',
        date_start: given.from ?? '2026-08-01',
        date_end: given.until ?? null,
      })
      .execute(),
  )

/** The ids of the active year's classes in their fixed order. */
export const classIds = (app: TestApp, schoolId: number) =>
  insideSchool(app, schoolId, async (tx: SchoolTransaction) => {
    const rows = await tx
      .selectFrom('schoolclass as c')
      .innerJoin('schoolyear as y', 'y.id', 'c.school_year_id')
      .innerJoin('schoolgrade as g', 'g.id', 'c.schoolgrade_id')
      .select('c.id')
      .where('y.state', '=', 'active')
      .orderBy('g.grade')
      .orderBy('c.description')
      .execute()
    return rows.map(({ id }) => id)
  })
