import { accountEndpoints } from '#contract/account/account.ts'
import { type EmployeeDetails, employeeEndpoints } from '#contract/employees/employees.ts'
import type { Role } from '#contract/permissions.ts'
import { closeEmployeesAfterExit } from '#server/domains/employees/employees.shared.ts'
import { insideSchool, makeSchool, makeUser } from './factories.ts'
import { makeEmployee } from './school-staff.ts'
import { startTestApp } from './test-app.ts'
import type { TestVisitor } from './test-visitor.ts'

export interface Account {
  role?: Role | null
  may_manage_users?: boolean
  may_view_sensitive?: boolean
}

export const YESTERDAY = '2026-11-19'
export const TODAY = '2026-11-20'
export const TOMORROW = '2026-11-21'

/** A secretary: the role Schulleitung without the additional rights. */
export const SECRETARY = { role: 'schooladmin', may_manage_users: false, may_view_sensitive: false } as const

/** A school with a head and a secretary, for tests of leaving people. */
export async function openLeavingSchool() {
  const app = await startTestApp()
  const fsw = await makeSchool(app, 'fsw')
  const headId = (await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id
  const head = await app.signedIn(headId)
  const secretary = await app.signedIn((await makeUser(app, { ...SECRETARY, schools: [fsw] })).id)
  return {
    app,
    fsw,
    head,
    headId,
    secretary,
    leave: (id: number, date_exit: string | null, browser: TestVisitor = head) =>
      browser.call(employeeEndpoints.leave, { params: { id }, body: { date_exit } }),
    find: async (id: number): Promise<EmployeeDetails> =>
      (await head.call(employeeEndpoints.get, { params: { id } })).json(),
    turnDay: (today: string) => insideSchool(app, fsw, (tx) => closeEmployeesAfterExit(tx, today)),
    /** Somebody with an account here. */
    async makeStaff({ role = 'teacher_level_1', ...rights }: Account = {}) {
      const user = await makeUser(app, { role, schools: [fsw], ...rights })
      return {
        userId: user.id,
        id: await makeEmployee(app, fsw, { user_id: user.id }),
        browser: await app.signedIn(user.id),
      }
    },
    /** Whether the session of this browser still works. */
    isOpen: async (browser: TestVisitor) => (await browser.call(accountEndpoints.basedata)).statusCode === 200,
    actionsOn: (id: number) =>
      insideSchool(app, fsw, async (tx) => {
        const rows = await tx
          .selectFrom('user_log')
          .select('action')
          .where('entity_type', '=', 'employee')
          .where('entity_id', '=', id)
          .orderBy('id')
          .execute()
        return rows.map(({ action }) => action)
      }),
  }
}
export type LeavingSchool = Awaited<ReturnType<typeof openLeavingSchool>>
