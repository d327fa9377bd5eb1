import { Link } from '@tanstack/react-router'
import type { AbsenceCount, AbsenceReport } from '#contract/absences/absences.ts'
import { formatDate } from '#contract/dates.ts'
import { listName } from '#contract/person-names.ts'
import { EXCUSE_STATE_LABELS, type ExcuseState } from '#contract/sicknotes/sicknotes.ts'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
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

interface Group {
  name: string
  keys: readonly (keyof AbsenceCount)[]
}

const DAYS: Group = { name: 'Fehltage', keys: COLUMNS.slice(0, 3) }
const HOURS: Group = { name: 'Stunden', keys: COLUMNS.slice(3) }

/** Hours take half of the table, so they are there only where somebody has missed some. */
const groupsFor = (rows: readonly Row[]) =>
  rows.some(({ count }) => HOURS.keys.some((key) => count[key] > 0)) ? [DAYS, HOURS] : [DAYS]

const stateOf = (key: keyof AbsenceCount) => EXCUSE_STATE_LABELS[key.replace(/^\w+?_/, '') as ExcuseState]

const NAME: PlainColumn<Row> = {
  title: 'Name',
  isName: true,
  cell: ({ pupil, counted_now, date_exit }) => (
    <>
      <Link to={paths.pupil(pupil.id)} hash="abwesenheit">
        {listName(pupil)}
      </Link>
      {date_exit && <span className="sh-quiet sh-small sh-regular sh-block">{`bis ${formatDate(date_exit)}`}</span>}
      {counted_now && (
        <span className="sh-warn sh-small sh-regular sh-block">{`heute gezählt: ${countText(counted_now)}`}</span>
      )}
    </>
  ),
}
const numberColumn = (key: keyof AbsenceCount): PlainColumn<Row> => ({
  title: key,
  align: 'end',
  className: numberClass(key),
  cellProps: ({ count }) => ({ 'data-none': count[key] === 0, className: 'sh-figures' }),
  cell: ({ count }) => count[key] || '–',
})
const WHOLE: PlainColumn<Row> = {
  title: 'Fehlzeiten',
  className: classes.whole,
  cellProps: ({ count }) => ({ className: COLUMNS.every((key) => count[key] === 0) ? 'sh-quiet' : undefined }),
  cell: ({ count }) => countText(count),
}
const STATE: PlainColumn<Row> = {
  title: 'Stand',
  className: 'sh-screen-only',
  cell: ({ is_closed }) =>
    is_closed && (
      <StatusChip tone="neutral" icon="check">
        festgeschrieben
      </StatusChip>
    ),
}

const TallHead = ({ title, className }: PlainColumn<Row>) => (
  <th scope="col" rowSpan={2} className={className}>
    {title}
  </th>
)

/** The numbers stand in groups, so that there are two lines of headings. */
const Head = ({ groups, showsState }: { groups: readonly Group[]; showsState: boolean }) => (
  <>
    <tr>
      <TallHead {...NAME} />
      {groups.map(({ name, keys }) => (
        <th
          key={name}
          scope="colgroup"
          colSpan={keys.length}
          className={`${classes.group} ${classes.number} ${classes.first}`}
        >
          {name}
        </th>
      ))}
      <TallHead {...WHOLE} />
      {showsState && <TallHead {...STATE} />}
    </tr>
    <tr>
      {groups.map(({ name, keys }) =>
        keys.map((key) => (
          <th key={key} scope="col" data-align="end" className={numberClass(key)}>
            <span className="sh-visually-hidden">{name} </span>
            {stateOf(key)}
          </th>
        )),
      )}
    </tr>
  </>
)

/** The class as a whole; one child is its own sum. */
const Sums = ({ rows, groups, showsState }: { rows: readonly Row[] } & Parameters<typeof Head>[0]) => {
  const sums = Object.fromEntries(
    COLUMNS.map((key) => [key, rows.reduce((sum, { count }) => sum + count[key], 0)]),
  ) as AbsenceCount
  return (
    <tr>
      <th scope="row" className="sh-bold">
        Zusammen
      </th>
      {groups
        .flatMap(({ keys }) => keys)
        .map((key) => (
          <td key={key} data-align="end" data-none={sums[key] === 0} className={`${numberClass(key)} sh-figures`}>
            {sums[key] || '–'}
          </td>
        ))}
      <td className={classes.whole}>{countText(sums)}</td>
      {showsState && <td className="sh-screen-only" />}
    </tr>
  )
}

/** By name, always: absences make no ranking (domain §5.4). A phone gets one line for each child. */
export const AbsenceReportTable = ({ report: { schoolclass, rows } }: { report: AbsenceReport }) => {
  // What holds for all stands above the table.
  const showsState = new Set(rows.map(({ is_closed }) => is_closed)).size > 1
  const groups = groupsFor(rows)
  const numbers = groups.flatMap(({ keys }) => keys.map(numberColumn))
  return (
    <PlainTable
      caption={`Fehlzeiten der Klasse ${schoolclass.classgradePlain}`}
      className={classes.table}
      isStacked
      isLabelled={false}
      rows={rows}
      rowKey={({ pupil }) => pupil.id}
      columns={[NAME, ...numbers, WHOLE, ...(showsState ? [STATE] : [])]}
      head={<Head groups={groups} showsState={showsState} />}
      foot={rows.length > 1 && <Sums rows={rows} groups={groups} showsState={showsState} />}
    />
  )
}
