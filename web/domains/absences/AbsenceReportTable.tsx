import { Link } from '@tanstack/react-router'
import type { AbsenceCount, AbsenceReport } from '#contract/absences/absences.ts'
import { formatDate } from '#contract/dates.ts'
import { listName } from '#contract/person-names.ts'
import { EXCUSE_STATE_LABELS, type ExcuseState } from '#contract/sicknotes/sicknotes.ts'
import table from '#web/lists/plain-table.module.css'
import { paths } from '#web/paths.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { countText } from './absence-texts.ts'
import classes from './absences.module.css'

type Row = AbsenceReport['rows'][number]

const COLUMNS: readonly (keyof AbsenceCount)[] = [
  'days_excused',
  'days_unexcused',
  'days_open',
  'lessons_excused',
  'lessons_unexcused',
  'lessons_open',
]

/** A line before each group of numbers. */
const numberClass = (key: keyof AbsenceCount) => `${classes.number} ${key.endsWith('_excused') ? classes.first : ''}`

const GROUPS = [
  { name: 'Fehltage', keys: COLUMNS.slice(0, 3) },
  { name: 'Stunden', keys: COLUMNS.slice(3) },
] as const

const stateOf = (key: keyof AbsenceCount) => EXCUSE_STATE_LABELS[key.replace(/^\w+?_/, '') as ExcuseState]

const ReportRow = ({ row, showsState }: { row: Row; showsState: boolean }) => {
  const { pupil, count, counted_now, date_exit, is_closed } = row
  return (
    <tr>
      <th scope="row">
        <Link to={paths.pupil(pupil.id)} hash="abwesenheit">
          {listName(pupil)}
        </Link>
        {date_exit && <span className="sh-quiet sh-small sh-regular sh-block">{`bis ${formatDate(date_exit)}`}</span>}
        {counted_now && (
          <span
            className={`sh-small sh-regular sh-block ${classes.now}`}
          >{`heute gezählt: ${countText(counted_now)}`}</span>
        )}
      </th>
      {COLUMNS.map((key) => (
        <td key={key} data-align="end" className={`sh-figures ${numberClass(key)}`} data-none={count[key] === 0}>
          {count[key]}
        </td>
      ))}
      <td className={classes.whole}>{countText(count)}</td>
      {showsState && (
        <td className="sh-screen-only">
          {is_closed && (
            <StatusChip tone="neutral" icon="check">
              festgeschrieben
            </StatusChip>
          )}
        </td>
      )}
    </tr>
  )
}

const SubHead = () => (
  <tr>
    {GROUPS.map(({ name, keys }) =>
      keys.map((key) => (
        <th key={key} scope="col" data-align="end" className={numberClass(key)}>
          <span className="sh-visually-hidden">{name} </span>
          {stateOf(key)}
        </th>
      )),
    )}
  </tr>
)

/** By name, always: absences make no ranking (domain §5.4). A phone gets one line for each child. */
export const AbsenceReportTable = ({ report }: { report: AbsenceReport }) => {
  // What holds for all stands above the table.
  const showsState = new Set(report.rows.map(({ is_closed }) => is_closed)).size > 1
  return (
    <table className={`${table.table} ${classes.table}`}>
      <caption className="sh-visually-hidden">{`Fehlzeiten der Klasse ${report.schoolclass.classgradePlain}`}</caption>
      <thead>
        <tr>
          <th scope="col" rowSpan={2}>
            Name
          </th>
          {GROUPS.map(({ name, keys }) => (
            <th
              key={name}
              scope="colgroup"
              colSpan={keys.length}
              className={`${classes.group} ${classes.number} ${classes.first}`}
            >
              {name}
            </th>
          ))}
          <th scope="col" rowSpan={2} className={classes.whole}>
            Fehlzeiten
          </th>
          {showsState && (
            <th scope="col" rowSpan={2} className="sh-screen-only">
              Stand
            </th>
          )}
        </tr>
        <SubHead />
      </thead>
      <tbody>
        {report.rows.map((row) => (
          <ReportRow key={row.pupil.id} row={row} showsState={showsState} />
        ))}
      </tbody>
    </table>
  )
}
