import { Link } from '@tanstack/react-router'
import { type AbsenceCount, type AbsenceReport, COUNTS } from '#contract/absences/absences.ts'
import { formatDate } from '#contract/dates.ts'
import { listName } from '#contract/person-names.ts'
import { EXCUSE_STATE_LABELS } from '#contract/sicknotes/sicknotes.ts'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import { paths } from '#web/paths.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { countText, daysOf, lessonsOf, partsText } from './absence-texts.ts'
import classes from './absences.module.css'

type Row = AbsenceReport['rows'][number]

interface Figure {
  key: string
  title: string
  countOf: (count: AbsenceCount) => number
  /** A line stands before the numbers. */
  isFirst?: boolean
}

const STATES = ['excused', 'unexcused', 'open'] as const

const DAYS: readonly Figure[] = [
  ...STATES.map(
    (state): Figure => ({
      key: state,
      title: EXCUSE_STATE_LABELS[state],
      countOf: (count) => count[`days_${state}`],
      isFirst: state === 'excused',
    }),
  ),
  { key: 'total', title: 'gesamt', countOf: daysOf },
]

const numberClass = ({ isFirst }: Figure) => `${classes.number} ${isFirst ? classes.first : ''}`

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
const numberColumn = (figure: Figure): PlainColumn<Row> => ({
  title: figure.key,
  align: 'end',
  className: numberClass(figure),
  cellProps: ({ count }) => ({ 'data-none': figure.countOf(count) === 0, className: 'sh-figures' }),
  cell: ({ count }) => figure.countOf(count) || '–',
})
/** Few children miss single lessons: one column has the sum and what it consists of. */
const Hours = ({ count }: { count: AbsenceCount }) => {
  const parts = partsText(count, 'lessons')
  if (parts === '') return '–'
  return (
    <>
      <strong>{lessonsOf(count)}</strong>
      {`${parts.includes(',') ? ':' : ''} ${parts}`}
    </>
  )
}
const HOURS: PlainColumn<Row> = {
  title: 'Stunden',
  className: `${classes.hours} ${classes.first}`,
  cellProps: ({ count }) => ({ className: lessonsOf(count) === 0 ? 'sh-quiet' : 'sh-figures' }),
  cell: ({ count }) => <Hours count={count} />,
}
const WHOLE: PlainColumn<Row> = {
  title: 'Fehlzeiten',
  className: classes.whole,
  cellProps: ({ count }) => ({ className: daysOf(count) + lessonsOf(count) === 0 ? 'sh-quiet' : undefined }),
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

interface ShownColumns {
  /** Somebody missed single lessons. */
  showsHours: boolean
  showsState: boolean
}

/** The days stand below a heading of their own, so that there are two lines of headings. */
const Head = ({ showsHours, showsState }: ShownColumns) => (
  <>
    <tr>
      <TallHead {...NAME} />
      <th scope="colgroup" colSpan={DAYS.length} className={`${classes.group} ${classes.number} ${classes.first}`}>
        Fehltage
      </th>
      {showsHours && <TallHead {...HOURS} />}
      <TallHead {...WHOLE} />
      {showsState && <TallHead {...STATE} />}
    </tr>
    <tr>
      {DAYS.map((figure) => (
        <th key={figure.key} scope="col" data-align="end" className={numberClass(figure)}>
          <span className="sh-visually-hidden">Fehltage </span>
          {figure.title}
        </th>
      ))}
    </tr>
  </>
)

/** The class as a whole; one child is its own sum. */
const Sums = ({ rows, showsHours, showsState }: ShownColumns & { rows: readonly Row[] }) => {
  const sums = Object.fromEntries(
    COUNTS.map((key) => [key, rows.reduce((sum, { count }) => sum + count[key], 0)]),
  ) as AbsenceCount
  return (
    <tr>
      <th scope="row" className="sh-bold">
        Zusammen
      </th>
      {DAYS.map((figure) => (
        <td
          key={figure.key}
          data-align="end"
          data-none={figure.countOf(sums) === 0}
          className={`${numberClass(figure)} sh-figures`}
        >
          {figure.countOf(sums) || '–'}
        </td>
      ))}
      {showsHours && (
        <td className={`${HOURS.className} sh-figures`}>
          <Hours count={sums} />
        </td>
      )}
      <td className={classes.whole}>{countText(sums)}</td>
      {showsState && <td className="sh-screen-only" />}
    </tr>
  )
}

/** By name, always: absences make no ranking (domain §5.4). A phone gets one line for each child. */
export const AbsenceReportTable = ({ report: { schoolclass, rows } }: { report: AbsenceReport }) => {
  // What holds for all stands above the table.
  const showsState = new Set(rows.map(({ is_closed }) => is_closed)).size > 1
  const showsHours = rows.some(({ count }) => lessonsOf(count) > 0)
  const shown = { showsHours, showsState }
  return (
    <PlainTable
      caption={`Fehlzeiten der Klasse ${schoolclass.classgradePlain}`}
      className={classes.table}
      isStacked
      isLabelled={false}
      rows={rows}
      rowKey={({ pupil }) => pupil.id}
      columns={[NAME, ...DAYS.map(numberColumn), ...(showsHours ? [HOURS] : []), WHOLE, ...(showsState ? [STATE] : [])]}
      head={<Head {...shown} />}
      foot={rows.length > 1 && <Sums rows={rows} {...shown} />}
    />
  )
}
