import type { AbsentDay, PupilAbsences } from '#contract/absences/absences.ts'
import { addDays, formatDate, SHORT_WEEKDAYS, weekday } from '#contract/dates.ts'
import { isSchoolDay } from '#contract/schoolyears/school-calendar.ts'
import { PlainTable } from '#web/lists/PlainTable.tsx'
import { countText, type DayMark, dayText, HALF_NAMES, MARK_LABELS, markOf } from './absence-texts.ts'
import classes from './absences.module.css'

const MONTHS = ['Jan', 'Feb', 'Mär', 'Apr', 'Mai', 'Jun', 'Jul', 'Aug', 'Sep', 'Okt', 'Nov', 'Dez'] as const

/** One school day in the strip: its week is the column, its weekday the row (Monday 0). */
interface StripCell {
  day: string
  week: number
  row: number
  absence: AbsentDay | undefined
}

interface Strip {
  weeks: number
  cells: StripCell[]
  /** Where a month begins. */
  months: { name: string; week: number }[]
}

interface Days {
  date_start: string
  date_end: string
}

const mondayOf = (day: string) => addDays(day, 1 - weekday(day))
const weeksBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 604_800_000)

const isMember = (day: string, { date_entry, date_exit }: Pick<PupilAbsences, 'date_entry' | 'date_exit'>) =>
  date_entry <= day && (date_exit === null || day <= date_exit)

/** Months whose first school day opens a week of the strip; two names never stand closer than three weeks. */
const monthsOf = (cells: readonly StripCell[]) => {
  const months: Strip['months'] = []
  for (const { day, week } of cells) {
    const name = MONTHS[Number(day.slice(5, 7)) - 1] ?? ''
    if (months.at(-1)?.name === name) continue
    const last = months.at(-1)
    if (last && week - last.week < 3) months.pop()
    months.push({ name, week })
  }
  return months
}

/**
 * School days of a half-year by week and weekday, so that a pattern over the weekdays shows as a row. Weeks before the
 * first and after the last school day are left out; free days and days outside the time at the school are gaps.
 */
export const stripOf = (
  half: Days,
  absences: Pick<PupilAbsences, 'days' | 'free_days' | 'date_entry' | 'date_exit'>,
): Strip => {
  const absentOn = new Map(absences.days.map((absence) => [absence.day, absence]))
  const days: string[] = []
  for (let day = half.date_start; day <= half.date_end; day = addDays(day, 1))
    if (isSchoolDay(day, absences.free_days)) days.push(day)
  const [first] = days
  const last = days.at(-1)
  if (!first || !last) return { weeks: 0, cells: [], months: [] }
  const start = mondayOf(first)
  const cells = days.map((day) => ({
    day,
    week: weeksBetween(start, mondayOf(day)),
    row: weekday(day) - 1,
    absence: absentOn.get(day),
  }))
  return {
    weeks: weeksBetween(start, mondayOf(last)) + 1,
    cells: cells.filter(({ day }) => isMember(day, absences)),
    months: monthsOf(cells),
  }
}

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
    <PlainTable
      className="sh-visually-hidden"
      isBare
      caption={`Fehltage im ${HALF_NAMES[half.half]}`}
      rows={days}
      rowKey={({ day }) => day}
      columns={[
        { title: 'Tag', isName: true, cell: ({ day }) => formatDate(day) },
        { title: 'Stand', cell: (absence) => dayText(absence).split(': ')[1] },
      ]}
    />
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
        <li key={mark} className="sh-inline">
          {sample(mark, false)}
          {MARK_LABELS[mark]}
        </li>
      ))}
      {hasParts && (
        <li className="sh-inline">
          {sample('excused', true)}
          nur ein Teil des Tages
        </li>
      )}
    </ul>
  )
}
