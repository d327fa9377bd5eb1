import { EMPLOYEE_TYPE_LABELS } from '#contract/employees/employee.record.ts'
import type { EmployeeRow } from '#contract/employees/employees.ts'
import { comparePersons, compareTexts } from '#contract/text-order.ts'
import { mailTexts, searchTest, sortedRows } from '#web/lists/shown-rows.ts'
import { chosenValues, type TableState, tableState, type UrlQuery, usualFilter } from '#web/lists/table-state.ts'

const FILTERS = ['status', 'type', 'account'] as const
export type EmployeeListState = TableState<(typeof FILTERS)[number]>

/** The list has no pages, because a school has few employees. */
export const employeeListState = (urlQuery: UrlQuery): EmployeeListState =>
  tableState(urlQuery, { sort: 'name', perPage: 0, filters: FILTERS })

export const EMPLOYEE_STATUS_LABELS = { active: 'aktiv', left: 'ausgeschieden' } as const
export const EVERY_STATUS = Object.keys(EMPLOYEE_STATUS_LABELS).join(',')

/** How far the account has come, as the list finds it. */
export const ACCOUNT_LABELS = {
  none: 'kein Login',
  invited: 'eingeladen, noch nicht angemeldet',
  ready: 'hat Login',
  closed: 'geschlossen',
} as const satisfies Record<EmployeeRow['account']['state'], string>

/** Without a choice the list shows those who work here. */
export const statusFilter = usualFilter('active')

const searchTexts = ({ firstname, lastname, short_name, mail }: EmployeeRow) => [
  firstname,
  lastname,
  short_name,
  ...mailTexts(mail ?? ''),
]

const compareBy: Record<string, (a: EmployeeRow, b: EmployeeRow) => number> = {
  short_name: (a, b) => compareTexts(a.short_name, b.short_name),
  employee_type: (a, b) => compareTexts(EMPLOYEE_TYPE_LABELS[a.employee_type], EMPLOYEE_TYPE_LABELS[b.employee_type]),
}

/** The rows of the table: filters, tolerant search, DIN 5007-2. */
export const shownEmployees = (rows: readonly EmployeeRow[], state: EmployeeListState) => {
  const isFound = searchTest(state.search)
  const [statuses, types] = [statusFilter.chosen(state.filters.status), chosenValues(state.filters.type)]
  const accounts = chosenValues(state.filters.account)
  const isWanted = (row: EmployeeRow) =>
    statuses.includes(row.active ? 'active' : 'left') &&
    (types.length === 0 || types.includes(row.employee_type)) &&
    (accounts.length === 0 || accounts.includes(row.account.state)) &&
    isFound(searchTexts(row))
  return sortedRows(rows.filter(isWanted), { sort: state.sort, compareBy, tie: comparePersons })
}
