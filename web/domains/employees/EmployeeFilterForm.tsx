import { EMPLOYEE_TYPE_LABELS } from '#contract/employees/employee.record.ts'
import { choicesOf } from '#contract/record.ts'
import { FilterMenu } from '#web/lists/FilterMenu.tsx'
import { SearchField } from '#web/lists/SearchField.tsx'
import {
  chosenStatus,
  chosenValues,
  EMPLOYEE_STATUS_LABELS,
  type EmployeeListState,
  statusFilter,
} from './employee-list.ts'

const STATUS_OPTIONS = Object.entries(EMPLOYEE_STATUS_LABELS).map(([value, label]) => ({ value, label }))
const TYPE_OPTIONS = choicesOf(EMPLOYEE_TYPE_LABELS)

/** Search and filters of the list; each stands in the address. */
export const EmployeeFilterForm = ({ state }: { state: EmployeeListState }) => (
  <>
    <SearchField
      label="Mitarbeitende suchen"
      placeholder="Name, Kürzel, E-Mail …"
      value={state.search}
      onSearch={state.setSearch}
    />
    <FilterMenu
      label="Status"
      options={STATUS_OPTIONS}
      chosen={chosenStatus(state)}
      onChoose={(values) => state.setFilter('status', statusFilter(values))}
    />
    <FilterMenu
      label="Tätigkeit"
      options={TYPE_OPTIONS}
      chosen={chosenValues(state.filters.type)}
      onChoose={(values) => state.setFilter('type', values.join(','))}
    />
  </>
)
