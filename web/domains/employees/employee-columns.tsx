import { Link } from '@tanstack/react-router'
import { formatDate } from '#contract/dates.ts'
import { EMPLOYEE_TYPE_LABELS } from '#contract/employees/employee.record.ts'
import type { EmployeeRow } from '#contract/employees/employees.ts'
import { listName } from '#contract/person-names.ts'
import { displayPhone, phoneLink } from '#contract/phone.ts'
import type { TableColumn } from '#web/lists/table-columns.ts'
import { paths } from '#web/paths.ts'
import { linkTarget } from '#web/ui/link-target.ts'
import { MarkedText } from '#web/ui/MarkedText.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import classes from './EmployeesPage.module.css'
import { accountLook, FUNCTION_LABELS } from './employee-texts.ts'

const exitText = ({ date_exit, active }: EmployeeRow) => {
  if (date_exit === null) return undefined
  return active ? `geht am ${formatDate(date_exit)}` : `ausgeschieden am ${formatDate(date_exit)}`
}

/** Classes of today as links; who leads one is told by the weight and in words. */
const ClassChips = ({ classes: held }: Pick<EmployeeRow, 'classes'>) =>
  held.length === 0 ? (
    <span className="sh-quiet">–</span>
  ) : (
    <span className="sh-chips sh-padded-1 sh-gap-1">
      {held.map((one) => (
        <Link
          key={one.id}
          {...linkTarget(paths.schoolclass(one.id))}
          className={`sh-inline sh-one-line ${classes.chip}`}
          data-function={one.function}
          title={FUNCTION_LABELS[one.function]}
          aria-label={`${one.classgradePlain}, ${FUNCTION_LABELS[one.function]}`}
        >
          {one.classgradePlain}
        </Link>
      ))}
    </span>
  )

/** Columns of ux §3.6. */
export const employeeColumns = (search: string): TableColumn<EmployeeRow>[] => [
  {
    key: 'name',
    title: 'Name',
    sortKey: 'name',
    render: (row) => <MarkedText text={[listName(row), row.title].filter(Boolean).join(', ')} search={search} />,
  },
  {
    key: 'short_name',
    title: 'Kürzel',
    sortKey: 'short_name',
    render: ({ short_name }) => <MarkedText text={short_name} search={search} />,
  },
  {
    key: 'employee_type',
    title: 'Tätigkeit',
    sortKey: 'employee_type',
    render: (row) => {
      const leaving = exitText(row)
      return (
        <>
          {EMPLOYEE_TYPE_LABELS[row.employee_type]}
          {leaving && <span className="sh-quiet sh-small sh-block">{leaving}</span>}
        </>
      )
    },
  },
  {
    key: 'mail',
    title: 'E-Mail',
    render: ({ mail }) =>
      mail && (
        <a href={`mailto:${mail}`} className={`sh-breaks ${classes.reach}`}>
          <MarkedText text={mail} search={search} />
        </a>
      ),
  },
  {
    key: 'phone',
    title: 'Telefon',
    render: ({ phone }) =>
      phone && (
        <a href={phoneLink(phone)} className={`sh-one-line sh-figures ${classes.reach}`}>
          {displayPhone(phone)}
        </a>
      ),
  },
  { key: 'classes', title: 'Klassen', render: (row) => <ClassChips classes={row.classes} /> },
  {
    key: 'account',
    title: 'Konto',
    render: ({ account }) => {
      const { text, ...look } = accountLook(account)
      return <StatusChip {...look}>{text}</StatusChip>
    },
  },
]
