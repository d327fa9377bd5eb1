import { Link } from '@tanstack/react-router'
import type { AbsenceCount, AbsenceReport } from '#contract/absences.ts'
import { formatDate } from '#contract/dates.ts'
import { listName } from '#contract/person-names.ts'
import { paths } from '#web/paths.ts'
import table from '#web/ui/plain-table.module.css'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import classes from './AbsenceReport.module.css'
import { countText } from './absence-texts.ts'

type Row = AbsenceReport['rows'][number]

const COLUMNS: readonly (keyof AbsenceCount)[] = [
  'days_excused',
  'days_unexcused',
  'days_open',
  'lessons_excused',
  'lessons_unexcused',
  'lessons_open',
]

const ReportRow = ({ row }: { row: Row }) => {
  const { pupil, count, counted_now, date_exit, is_closed } = row
  return (
    <tr>
      <th scope="row">
        <Link to={paths.pupil(pupil.id)} hash="abwesenheit">
          {listName(pupil)}
        </Link>
        {date_exit && <span className={classes.exit}>{`bis ${formatDate(date_exit)}`}</span>}
        {counted_now && <span className={classes.now}>{`heute gezählt: ${countText(counted_now)}`}</span>}
      </th>
      {COLUMNS.map((key) => (
        <td key={key} data-align="end" className={`sh-figures ${classes.number}`} data-none={count[key] === 0}>
          {count[key]}
        </td>
      ))}
      <td className={classes.whole}>{countText(count)}</td>
      <td className={classes.state}>
        {is_closed && (
          <StatusChip tone="neutral" icon="check">
            festgeschrieben
          </StatusChip>
        )}
      </td>
    </tr>
  )
}

const SubHead = () => (
  <tr>
    {['Fehltage', 'Stunden'].map((group) =>
      ['entschuldigt', 'unentschuldigt', 'offen'].map((state) => (
        <th key={`${group} ${state}`} scope="col" data-align="end" className={classes.number}>
          <span className="sh-visually-hidden">{group} </span>
          {state}
        </th>
      )),
    )}
  </tr>
)

/** By name, always: absences make no ranking (domain §5.4). A phone gets one line for each child. */
export const AbsenceReportTable = ({ report }: { report: AbsenceReport }) => (
  <table className={`${table.table} ${classes.table}`}>
    <caption className="sh-visually-hidden">{`Fehlzeiten der Klasse ${report.schoolclass.classgradePlain}`}</caption>
    <thead>
      <tr>
        <th scope="col" rowSpan={2}>
          Name
        </th>
        <th scope="colgroup" colSpan={3} className={`${classes.group} ${classes.number}`}>
          Fehltage
        </th>
        <th scope="colgroup" colSpan={3} className={`${classes.group} ${classes.number}`}>
          Stunden
        </th>
        <th scope="col" rowSpan={2} className={classes.whole}>
          Fehlzeiten
        </th>
        <th scope="col" rowSpan={2} className={classes.state}>
          Stand
        </th>
      </tr>
      <SubHead />
    </thead>
    <tbody>
      {report.rows.map((row) => (
        <ReportRow key={row.pupil.id} row={row} />
      ))}
    </tbody>
  </table>
)
