import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDate } from '#contract/dates.ts'
import { EMPLOYEE_TYPE_LABELS } from '#contract/employees/employee.record.ts'
import type { EmployeeRow } from '#contract/employees/employees.ts'
import { fullName, listName } from '#contract/person-names.ts'
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

type HeldClass = EmployeeRow['classes'][number]

/** Letters that one line of chips holds beside the other columns, and how many the frame of a chip is worth. */
const LINE_LETTERS = 20
const FRAME_LETTERS = 3

const isLed = ({ function: held }: HeldClass) => held === 'responsible'

/** What a chip says; of the two functions only the leading one needs a word below „Klassen“. */
const chipText = (held: HeldClass) => (isLed(held) ? `${held.classgradePlain} Leitung` : held.classgradePlain)

/** How many chips fit into one line, at least one. */
const chipsThatFit = (held: readonly HeldClass[]) => {
  let letters = 0
  const isTooLong = (one: HeldClass) => {
    letters += chipText(one).length + FRAME_LETTERS
    return letters > LINE_LETTERS
  }
  const fitting = held.findIndex(isTooLong)
  return fitting < 0 ? held.length : Math.max(fitting, 1)
}

const ClassChip = ({ one }: { one: HeldClass }) => (
  <Link
    {...linkTarget(paths.schoolclass(one.id))}
    className={`sh-inline sh-one-line ${classes.chip}`}
    data-function={one.function}
    aria-label={one.function === 'assigned' ? `${one.classgradePlain}, ${FUNCTION_LABELS.assigned}` : undefined}
  >
    {chipText(one)}
  </Link>
)

/** Classes of today as links in one line; a press shows those that did not fit, also by keys and on a phone. */
const ClassChips = ({ classes: all }: Pick<EmployeeRow, 'classes'>) => {
  const [isWhole, setWhole] = useState(false)
  // Whose class it is comes first.
  const held = all.toSorted((a, b) => Number(isLed(b)) - Number(isLed(a)))
  const fitting = chipsThatFit(held)
  const others = held.slice(fitting)
  const names = others.map(chipText).join(', ')
  return (
    <span className={`sh-chips sh-gap-1 ${classes.chips}`} data-whole={isWhole}>
      {held.slice(0, isWhole ? held.length : fitting).map((one) => (
        <ClassChip key={one.id} one={one} />
      ))}
      {others.length > 0 && (
        <>
          <button
            type="button"
            className={`sh-bare sh-linked sh-small sh-screen-only ${classes.more}`}
            title={isWhole ? undefined : names}
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? (
              'weniger'
            ) : (
              <>
                <span>+{others.length}</span>
                <span className="sh-visually-hidden">: {names}</span>
              </>
            )}
          </button>
          {!isWhole && <span className="sh-paper-only">{names}</span>}
        </>
      )}
    </span>
  )
}

type Invite = ((employee: EmployeeRow) => void) | undefined

/** How far the account has come; where there is none, it is one press to the invitation. */
const Account = ({ employee, onInvite }: { employee: EmployeeRow; onInvite: Invite }) => {
  const { account, active, mail } = employee
  const { text, ...look } = accountLook(account)
  if (account.state !== 'none') return <StatusChip {...look}>{text}</StatusChip>
  return (
    <span className="sh-inline sh-one-line sh-small sh-gap-2">
      <span className="sh-quiet">{text}</span>
      {onInvite && active && mail !== null && (
        <button
          type="button"
          className={`sh-bare sh-linked sh-screen-only ${classes.invite}`}
          aria-label={`Einladen: ${fullName(employee)}`}
          onClick={() => onInvite(employee)}
        >
          Einladen
        </button>
      )}
    </span>
  )
}

/** Columns of ux §3.6; without `onInvite` the viewer may give nobody an account. */
export const employeeColumns = (search: string, onInvite: Invite): TableColumn<EmployeeRow>[] => [
  {
    key: 'name',
    title: 'Name',
    sortKey: 'name',
    render: (row) => <MarkedText text={[listName(row), row.title].filter(Boolean).join(', ')} search={search} />,
  },
  {
    key: 'short_name',
    title: 'Kürzel',
    inCard: 'none',
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
    // A phone calls; the address is one tap further.
    inCard: 'none',
    render: ({ mail }) =>
      mail && (
        <a href={`mailto:${mail}`} className={`sh-breaks ${classes.reach} ${classes.mail}`} title={mail}>
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
  // A card has no line for nothing.
  { key: 'classes', title: 'Klassen', render: (row) => row.classes.length > 0 && <ClassChips classes={row.classes} /> },
  {
    key: 'account',
    title: 'Konto',
    inCard: 'none',
    render: (employee) => <Account employee={employee} onInvite={onInvite} />,
  },
]
