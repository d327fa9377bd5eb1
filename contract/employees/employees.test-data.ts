import type { EmployeeRow } from './employees.ts'

/** A teacher without a class and without an account, as the list has them. */
export const EMPLOYEE: EmployeeRow = {
  ...{ id: 7, salutation: 'none', title: null, firstname: 'Vera', lastname: 'Voigt', short_name: 'Vo' },
  ...{ employee_type: 'teacher', mail: 'voigt@example.org', phone: null },
  ...{ date_entry: null, date_exit: null, active: true, classes: [] },
  account: { state: 'none', user_id: null, email: null, role: null, invitation: null, unreachable: null },
}
