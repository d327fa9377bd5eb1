import { EMPLOYEE_TEXTS } from '#contract/employees/employees.ts'
import { refusingTaken } from '#server/http/refuse-taken.ts'
import { insertEmployee, updateEmployee } from './employees.queries.ts'

/**
 * The message for the person who typed when a database constraint refuses, also when two people type the same at once.
 */
const REFUSALS = {
  employee_short_name_once: { field: 'short_name', text: EMPLOYEE_TEXTS.shortTaken },
  employee_school_id_user_id_key: { field: 'user_id', text: EMPLOYEE_TEXTS.accountTaken },
}

/** Returns the id. 422 when the short name is taken. */
export const saveNewEmployee = (...input: Parameters<typeof insertEmployee>) =>
  refusingTaken(insertEmployee(...input), REFUSALS)

/** 422 when the short name or the account is taken. */
export const saveEmployee = (...input: Parameters<typeof updateEmployee>) =>
  refusingTaken(updateEmployee(...input), REFUSALS)
