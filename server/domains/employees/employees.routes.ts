import { employeeEndpoints as endpoints } from '#contract/employees/employees.ts'
import { restrictedMark } from '#contract/restrictions/restricted-subjects.ts'
import { found } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { removeEmployee, restoreEmployee } from './bin-employee.ts'
import { addEmployee, changeEmployee } from './change-employee.ts'
import { findEmployee } from './employees.details.queries.ts'
import { listEmployees, listFreeUsers } from './employees.queries.ts'
import { inviteEmployee } from './invite-employee.ts'
import { leaveEmployee } from './leave-employee.ts'
import { linkAccount } from './link-account.ts'
import { previewExits } from './preview-exits.ts'

/** Employees of the school and their accounts. */
export function employeeRoutes({ route }: Routes, platform: Platform) {
  route(endpoints.list, ({ tx, ...acting }) => listEmployees(tx, acting))

  route(endpoints.formOptions, async ({ tx, viewer }) => ({ users: await listFreeUsers(tx, viewer) }))

  route(endpoints.add, ({ tx, body, ...acting }) => addEmployee(tx, body, acting))

  route(endpoints.get, async ({ tx, params, ...acting }) => ({
    ...found(await findEmployee(tx, params.id, acting)),
    ...restrictedMark(acting),
  }))

  route(endpoints.change, ({ tx, params, body, ...acting }) =>
    changeEmployee(tx, { id: params.id, form: body }, acting),
  )

  route(endpoints.remove, ({ tx, params, ...acting }) => removeEmployee(tx, { id: params.id, ...acting }))

  route(endpoints.restore, ({ tx, params, now }) => restoreEmployee(tx, { id: params.id, now }))

  route(endpoints.leave, ({ tx, params, body, viewer, today }) =>
    leaveEmployee(tx, { id: params.id, ...body }, { viewer, today }),
  )

  route(endpoints.previewExits, ({ tx, body, ...acting }) => previewExits(tx, body, acting))

  route(endpoints.link, ({ tx, params, body, viewer }) => linkAccount(tx, { id: params.id, ...body }, viewer))

  route(endpoints.invite, ({ tx, params, body, viewer, today }) =>
    inviteEmployee(tx, { id: params.id, ...body }, { viewer, today, platform }),
  )
}
