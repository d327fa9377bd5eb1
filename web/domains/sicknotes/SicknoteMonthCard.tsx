import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { childrenText } from '#contract/counted.ts'
import { addDays, addMonths, formatShortDay, monthName, SHORT_WEEKDAYS, weekday } from '#contract/dates.ts'
import { listName } from '#contract/person-names.ts'
import { partText } from '#contract/sicknotes/sicknotes.texts.ts'
import { usePrinting } from '#web/lists/drawn-rows.ts'
import { PlainTable } from '#web/lists/PlainTable.tsx'
import { paths } from '#web/paths.ts'
import { EmptyState, NoHits, NotLoaded } from '#web/ui/EmptyState.tsx'
import { ExcuseLegend, ExcuseMark, type ShownMark } from './excuse-marks.tsx'
import { daysText, lastOfMonth, type MonthDay, type MonthRow, monthRows, schoolDaysOfMonth } from './month-rows.ts'
import { SicknoteFilterForm } from './SicknoteFilterForm.tsx'
import classes from './SicknoteMonth.module.css'
import { SicknoteSpanField } from './SicknoteSpanField.tsx'
import week from './SicknoteWeek.module.css'
import { monthOf, shownNotes } from './sicknote-list.ts'
import { sicknotesBetween } from './sicknote-queries.ts'
import { freeDayName, isStillUnexplained, reasonText } from './sicknote-texts.ts'
import type { SicknotesPageState } from './use-sicknotes-page.ts'

/** Monday to Friday of a month, holidays too. */
const weekdaysOf = (first: string) => {
  const days: string[] = []
  for (let day = first; day <= lastOfMonth(first); day = addDays(day, 1)) if (weekday(day) <= 5) days.push(day)
  return days
}

/** A day is unexplained when no note says why the child is missing. */
const stateOfDay = ({ notes, state }: MonthDay) => (notes.every(isStillUnexplained) ? 'unexplained' : state)

/** Viewers and paper learn that a child is absent, not why (domain §5.4). */
const MarkField = ({ entry, isPaper }: { entry: MonthDay; isPaper: boolean }) => {
  const reasons = isPaper ? [] : entry.notes.map(reasonText).filter(Boolean)
  const part = entry.is_partial && (entry.notes.map(({ value }) => partText(value)).find(Boolean) ?? 'stundenweise')
  const text = [reasons.join(', ') || 'abwesend', part].filter(Boolean).join(', ')
  return (
    <span
      className={`${week.absence} ${classes.mark}`}
      title={isPaper ? undefined : text}
      data-part={entry.is_partial || undefined}
      data-excuse={reasons.length > 0 ? stateOfDay(entry) : undefined}
    >
      {reasons.length > 0 ? (
        <ExcuseMark state={stateOfDay(entry)} />
      ) : (
        <span aria-hidden>{entry.is_partial ? '(x)' : 'x'}</span>
      )}
      <span className="sh-visually-hidden">{text}</span>
    </span>
  )
}

interface SicknoteMonthTableProps {
  rows: readonly MonthRow[]
  month: string
  today: string
  freeDays: readonly { name: string; date_start: string; date_end: string }[]
}

const absentOn = (rows: readonly MonthRow[], day: string) =>
  rows.filter(({ days }) => days.some((entry) => entry.day === day)).length

/** Who was absent on which day of a month, by class, and how many whole days it makes. A phone reads the days as text. */
const SicknoteMonthTable = ({ rows, month, today, freeDays }: SicknoteMonthTableProps) => {
  const isPaper = usePrinting()
  const schoolDays = schoolDaysOfMonth(month, freeDays)
  const days = weekdaysOf(month).map((day) => ({
    day,
    free: freeDayName(day, freeDays),
    marks: { 'data-week': weekday(day) === 1 || undefined, className: classes.day },
  }))
  return (
    <PlainTable
      isBare
      className={classes.table}
      caption={`Abwesenheiten im ${monthName(month)}`}
      columns={[]}
      rows={rows}
      head={
        <tr>
          <th scope="col">Name</th>
          {days.map(({ day, free, marks }) => (
            <th
              key={day}
              scope="col"
              {...marks}
              title={free}
              data-free={free ? true : undefined}
              data-today={day === today || undefined}
            >
              <span aria-hidden>
                {SHORT_WEEKDAYS[weekday(day) - 1]}
                <span className="sh-block">{Number(day.slice(8))}</span>
              </span>
              <span className="sh-visually-hidden">{[formatShortDay(day), free].filter(Boolean).join(', ')}</span>
            </th>
          ))}
          <th scope="col" className={classes.sum}>
            Fehltage
          </th>
        </tr>
      }
      renderRow={(row, index) => (
        <Fragment key={row.pupil.id}>
          {rows[index - 1]?.className !== row.className && (
            <tr className={classes.group}>
              <th scope="rowgroup">{row.className}</th>
              {days.map(({ day, free, marks }) => (
                <td key={day} {...marks}>
                  {free
                    ? ''
                    : absentOn(
                        rows.filter(({ className }) => className === row.className),
                        day,
                      ) || ''}
                </td>
              ))}
              <td className={classes.sum} />
            </tr>
          )}
          <tr>
            <th scope="row">
              <Link to={paths.pupil(row.pupil.id)}>{listName(row.pupil)}</Link>
              <span className={`sh-quiet sh-small sh-regular ${classes.words}`}>
                {daysText(
                  row.days.map(({ day }) => day),
                  schoolDays,
                )}
              </span>
            </th>
            {days.map(({ day, free, marks }) => {
              const entry = row.days.find((one) => one.day === day)
              return (
                <td key={day} {...marks} data-free={free ? true : undefined}>
                  {entry && <MarkField entry={entry} isPaper={isPaper} />}
                </td>
              )
            })}
            <td className={classes.sum}>{row.count || '–'}</td>
          </tr>
        </Fragment>
      )}
    />
  )
}

/** What the legend has to explain. */
const marksOf = (rows: readonly MonthRow[]) =>
  rows.flatMap(({ days }) => days).map((entry): ShownMark => ({ state: stateOfDay(entry), isPart: entry.is_partial }))

/** How many children in all, and what the numbers above a class are. */
const MonthHead = ({ rows, isEditor }: { rows: readonly MonthRow[]; isEditor: boolean }) => (
  <>
    <p className="sh-quiet sh-flush sh-below-2">
      {`${childrenText(rows.length)} abwesend.`}
      <span className={classes.wide}> Neben der Klasse steht, wie viele an dem Tag abwesend sind.</span>
      <span className="sh-paper-only">{' x = abwesend, (x) = nur ein Teil des Tages.'}</span>
    </p>
    {isEditor && (
      <div className={classes.wide}>
        <ExcuseLegend marks={marksOf(rows)} />
      </div>
    )}
  </>
)

const MonthField = ({ page: { state, today } }: { page: SicknotesPageState }) => {
  const { month, setMonth } = state
  const isNow = month === monthOf(today)
  return (
    <SicknoteSpanField
      text={monthName(month)}
      previous={{ label: 'Voriger Monat', go: () => setMonth(addMonths(month, -1)) }}
      next={{ label: 'Nächster Monat', go: () => setMonth(addMonths(month, 1)) }}
      now={!isNow && { label: 'Dieser Monat', go: () => setMonth(monthOf(today)) }}
    />
  )
}

/** The month as a table (ux §3.7): a line for each child who was absent. */
export const SicknoteMonthCard = ({ page }: { page: SicknotesPageState }) => {
  const { state, options, own, today } = page
  const { month } = state
  const { data, isError, refetch } = useQuery(sicknotesBetween(month, lastOfMonth(month)))
  const freeDays = options?.free_days ?? []
  const rows =
    data && monthRows(shownNotes(data, { ...state, sort: 'klasse' }, own), schoolDaysOfMonth(month, freeDays))
  const content = () => {
    if (!rows) return isError ? <NotLoaded onRetry={() => void refetch()} /> : <Skeleton height={240} />
    if (rows.length === 0)
      return state.isFiltered ? (
        <NoHits search={state.search} onReset={state.resetFilters} />
      ) : (
        <EmptyState title="In diesem Monat liegen keine Meldungen vor." />
      )
    return <SicknoteMonthTable rows={rows} month={month} today={today} freeDays={freeDays} />
  }
  return (
    <>
      <div className={`sh-wrap sh-below-3 sh-gap-2 sh-screen-only ${week.toolbar}`}>
        <MonthField page={page} />
        <SicknoteFilterForm page={page} />
      </div>
      {rows !== undefined && rows.length > 0 && <MonthHead rows={rows} isEditor={page.rights.isEditor} />}
      <div className={week.card}>{content()}</div>
    </>
  )
}
