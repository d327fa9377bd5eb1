import { Link } from '@tanstack/react-router'
import { type AbsenceCount, type AbsenceReport, COUNTS } from '#contract/absences/absences.ts'
import { formatDate } from '#contract/dates.ts'
import { listName } from '#contract/person-names.ts'
import { EXCUSE_STATE_LABELS } from '#contract/sicknotes/sicknotes.ts'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import { paths } from '#web/paths.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { countText, daysOf, lessonsOf } from './absence-texts.ts'
import classes from './absences.module.css'

type Row = AbsenceReport['rows'][number]

const STATES = ['excused', 'unexcused', 'open'] as const

interface Figure {
  key: string
  title: string
  countOf: (count: AbsenceCount) => number
  /** A line stands before each group of numbers. */
  isFirst?: boolean
}

interface Group {
  name: string
  figures: readonly Figure[]
}

const groupOf = (name: string, kind: 'days' | 'lessons', totalOf: Figure['countOf']): Group => ({
  name,
  figures: [
    ...STATES.map(
      (state): Figure => ({
        key: `${kind}_${state}`,
        title: EXCUSE_STATE_LABELS[state],
        countOf: (count) => count[`${kind}_${state}`],
        isFirst: state === 'excused',
      }),
    ),
    { key: `${kind}_total`, title: 'gesamt', countOf: totalOf },
  ],
})

const DAYS = groupOf('Fehltage', 'days', daysOf)
const HOURS = groupOf('Stunden', 'lessons', lessonsOf)

const numberClass = ({ isFirst }: Figure) => `${classes.number} ${isFirst ? classes.first : ''}`

/** Hours take half of the table, so they are there only where somebody has missed some. */
const groupsFor = (rows: readonly Row[]) => (rows.some(({ count }) => lessonsOf(count) > 0) ? [DAYS, HOURS] : [DAYS])

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

/** The numbers stand in groups, so that there are two lines of headings. */
const Head = ({ groups, showsState }: { groups: readonly Group[]; showsState: boolean }) => (
  <>
    <tr>
      <TallHead {...NAME} />
      {groups.map(({ name, figures }) => (
        <th
          key={name}
          scope="colgroup"
          colSpan={figures.length}
          className={`${classes.group} ${classes.number} ${classes.first}`}
        >
          {name}
        </th>
      ))}
      <TallHead {...WHOLE} />
      {showsState && <TallHead {...STATE} />}
    </tr>
    <tr>
      {groups.map(({ name, figures }) =>
        figures.map((figure) => (
          <th key={figure.key} scope="col" data-align="end" className={numberClass(figure)}>
            <span className="sh-visually-hidden">{name} </span>
            {figure.title}
          </th>
        )),
      )}
    </tr>
  </>
)

/** The class as a whole; one child is its own sum. */
const Sums = ({ rows, groups, showsState }: { rows: readonly Row[] } & Parameters<typeof Head>[0]) => {
  const sums = Object.fromEntries(
    COUNTS.map((key) => [key, rows.reduce((sum, { count }) => sum + count[key], 0)]),
  ) as AbsenceCount
  return (
    <tr>
      <th scope="row" className="sh-bold">
        Zusammen
      </th>
      {groups
        .flatMap(({ figures }) => figures)
        .map((figure) => (
          <td
            key={figure.key}
            data-align="end"
            data-none={figure.countOf(sums) === 0}
            className={`${numberClass(figure)} sh-figures`}
          >
            {figure.countOf(sums) || '–'}
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
  const numbers = groups.flatMap(({ figures }) => figures.map(numberColumn))
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
