import type { PupilAbsences } from '#contract/absences/absences.ts'
import { formatDate, SHORT_WEEKDAYS } from '#contract/dates.ts'
import { countText, type DayMark, dayText, HALF_NAMES, MARK_LABELS, markOf } from './absence-texts.ts'
import classes from './absences.module.css'
import { type StripCell, stripOf } from './strip-cells.ts'

const CELL = 10
const GAP = 3
const STEP = CELL + GAP
const LEFT = 22
const TOP = 16
const WEEKDAYS = SHORT_WEEKDAYS.slice(0, 5)

type Half = PupilAbsences['halves'][number]

/** A day that was missed in part is filled in its lower half. */
const Mark = ({ x, y, mark, isPartial }: { x: number; y: number; mark: DayMark; isPartial: boolean }) => (
  <>
    <rect className={classes.day} x={x} y={y} width={CELL} height={CELL} rx={2} />
    <rect
      className={classes.mark}
      data-mark={mark}
      x={x + 0.75}
      y={isPartial ? y + CELL / 2 : y + 0.75}
      width={CELL - 1.5}
      height={isPartial ? CELL / 2 - 0.75 : CELL - 1.5}
      rx={1.5}
    />
    {mark === 'unexcused' && <path className={classes.cross} d={`M${x + 3} ${y + 3} l4 4 m0 -4 l-4 4`} />}
  </>
)

const Cell = ({ cell: { week, row, absence }, isFuture }: { cell: StripCell; isFuture: boolean }) => {
  const [x, y] = [LEFT + week * STEP, TOP + row * STEP]
  if (!absence)
    return <rect className={classes.day} data-future={isFuture} x={x} y={y} width={CELL} height={CELL} rx={2} />
  return (
    <g>
      <title>{dayText(absence)}</title>
      <Mark x={x} y={y} mark={markOf(absence)} isPartial={absence.is_partial} />
    </g>
  )
}

/** The same days as a table, for users who cannot see the drawing. */
const DaysTable = ({ half, absences }: { half: Half; absences: PupilAbsences }) => {
  const days = absences.days.filter(({ day }) => half.date_start <= day && day <= half.date_end)
  if (days.length === 0) return null
  return (
    <table className="sh-visually-hidden">
      <caption>{`Fehltage im ${HALF_NAMES[half.half]}`}</caption>
      <thead>
        <tr>
          <th scope="col">Tag</th>
          <th scope="col">Stand</th>
        </tr>
      </thead>
      <tbody>
        {days.map((absence) => (
          <tr key={absence.day}>
            <th scope="row">{formatDate(absence.day)}</th>
            <td>{dayText(absence).split(': ')[1]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** One half-year as weeks beside each other, Monday on top: a pattern over the weekdays shows as a row (ux §3.4). */
export const AbsenceStripCard = ({ half, absences, today }: { half: Half; absences: PupilAbsences; today: string }) => {
  const { weeks, cells, months } = stripOf(half, absences)
  if (weeks === 0) return null
  const [width, height] = [LEFT + weeks * STEP, TOP + 5 * STEP]
  return (
    <div className={classes.strip}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        style={{ maxWidth: width * 1.3 }}
        role="img"
        aria-label={`${HALF_NAMES[half.half]}: ${countText(half.count)}`}
      >
        {months.map(({ name, week }) => (
          <text key={name} className={classes.legend} x={LEFT + week * STEP} y={TOP - 5}>
            {name}
          </text>
        ))}
        {WEEKDAYS.map((name, row) => (
          <text key={name} className={classes.legend} x={0} y={TOP + row * STEP + CELL - 1}>
            {name}
          </text>
        ))}
        {cells.map((cell) => (
          <Cell key={cell.day} cell={cell} isFuture={cell.day > today} />
        ))}
      </svg>
      <DaysTable half={half} absences={absences} />
    </div>
  )
}

/** What the colours and shapes mean; only what is there. */
export const StripLegendCard = ({ absences }: { absences: PupilAbsences }) => {
  const marks = (['excused', 'open', 'unexcused', 'uncounted'] as const).filter((mark) =>
    absences.days.some((day) => markOf(day) === mark),
  )
  const hasParts = absences.days.some(({ is_partial }) => is_partial)
  if (marks.length === 0) return null
  const sample = (mark: DayMark, isPartial: boolean) => (
    <svg viewBox={`0 0 ${CELL} ${CELL}`} width={14} height={14} aria-hidden>
      <Mark x={0} y={0} mark={mark} isPartial={isPartial} />
    </svg>
  )
  return (
    <ul
      className={`sh-plain-list sh-wrap sh-quiet sh-small sh-gap-4 sh-rows-1 ${classes.marks}`}
      aria-label="Bedeutung der Kästchen"
    >
      {marks.map((mark) => (
        <li key={mark}>
          {sample(mark, false)}
          {MARK_LABELS[mark]}
        </li>
      ))}
      {hasParts && (
        <li>
          {sample('excused', true)}
          nur ein Teil des Tages
        </li>
      )}
    </ul>
  )
}
