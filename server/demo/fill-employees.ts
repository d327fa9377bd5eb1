import { addDays } from '#contract/dates.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { planTeams } from './class-teams.ts'
import type { Colleague } from './colleagues.ts'
import { insertRows, insertWithIds } from './demo-rows.queries.ts'
import { type DemoYears, officeHour, type YearKey } from './enrolments.ts'
import { foundedAt, type SchoolIds } from './fill-school.ts'
import type { DemoShort, SchoolPlan } from './school-plan.ts'
import type { SeededRandom } from './seeded-random.ts'

interface Scene {
  plan: SchoolPlan
  ids: SchoolIds
  years: DemoYears
  anchor: string
  random: SeededRandom
  headId: number
  staff: readonly Colleague[]
  /** The id of the account with this address. */
  accountId(email: string): number
}

const fillColleagues = (tx: SchoolTransaction, staff: readonly Colleague[], scene: Scene) => {
  const { ids, years, plan } = scene
  const rows = staff.map(({ account, posts, isNew, ...person }) => {
    const created_at = isNew ? officeHour(addDays(years.active.date_start, -30), scene) : foundedAt(years)
    return {
      school_id: ids.schoolId,
      ...person,
      employee_type: posts.find(({ short }) => short === plan.form.short)?.employee_type ?? 'other',
      user_id: account ? scene.accountId(account) : null,
      active: true,
      created_at,
      updated_at: created_at,
    }
  })
  return insertWithIds(tx, 'employee', rows)
}

/** Entered before the summer holidays; the leaders of next year's classes were entered a few days ago. */
const enteredAt = (year: YearKey, scene: Scene) =>
  year === 'closed'
    ? foundedAt(scene.years)
    : officeHour(addDays(year === 'active' ? scene.years.active.date_start : scene.anchor, -20), scene)

/** Writes everybody who works at the school, and their functions in its classes. */
export async function fillEmployees(tx: SchoolTransaction, scene: Scene) {
  const { ids, years, plan, random, headId } = scene
  const short = plan.form.short as DemoShort
  const staff = scene.staff.filter(({ posts }) => posts.some((post) => post.short === short))
  const employeeIds = await fillColleagues(tx, staff, scene)
  const rows = planTeams(plan, staff, random).map(({ year, klass, colleague, function: duty, position }) => {
    const created_at = enteredAt(year, scene)
    return {
      school_id: ids.schoolId,
      schoolclass_id: ids.klass(year, klass) ?? 0,
      employee_id: employeeIds[staff.indexOf(colleague)] ?? 0,
      function: duty,
      position,
      date_start: years[year].date_start,
      date_end: year === 'closed' ? years.closed.date_end : null,
      created_by: headId,
      created_at,
      updated_at: created_at,
    }
  })
  await insertRows(tx, 'schoolclass_employee', rows)
}
