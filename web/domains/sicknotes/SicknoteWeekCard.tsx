import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { addDays, formatShortDay, SHORT_WEEKDAYS, weekday } from '#contract/dates.ts'
import { listName } from '#contract/person-names.ts'
import { isTodayNote } from '#contract/sicknotes/sicknotes.rules.ts'
import { partText } from '#contract/sicknotes/sicknotes.texts.ts'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { usePrinting } from '#web/lists/drawn-rows.ts'
import { PlainTable } from '#web/lists/PlainTable.tsx'
import { useIsWide } from '#web/lists/use-is-wide.ts'
import { paths } from '#web/paths.ts'
import { EmptyState, NoHits, NotLoaded } from '#web/ui/EmptyState.tsx'
import { FoldedPart } from '#web/ui/FoldedPart.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { ExcuseLegend, ExcuseMark } from './excuse-marks.tsx'
import { SicknoteFilterForm } from './SicknoteFilterForm.tsx'
import { SicknoteSpanField } from './SicknoteSpanField.tsx'
import classes from './SicknoteWeek.module.css'
import { className } from './sicknote-counts.ts'
import { mondayOf, shownNotes } from './sicknote-list.ts'
import { sicknotesBetween } from './sicknote-queries.ts'
import { freeDayName, reasonText, stateOf, weekText } from './sicknote-texts.ts'
import type { SicknotesPageState } from './use-sicknotes-page.ts'

const weekDays = (monday: string) => [0, 1, 2, 3, 4].map((count) => addDays(monday, count))

interface WeekRow {
  pupil: Sicknote['pupil']
  className: string
  /** Notes of each day, Monday first. */
  days: Sicknote[][]
}

/** A line for each child, in the order of the notes; days before and after the week are left out. */
export const weekRows = (notes: readonly Sicknote[], monday: string): WeekRow[] => {
  const days = weekDays(monday)
  const byChild = new Map<number, Sicknote[]>()
  for (const note of notes) {
    if (days.some((day) => isTodayNote(note, day)))
      byChild.set(note.pupil.id, [...(byChild.get(note.pupil.id) ?? []), note])
  }
  return [...byChild.values()].flatMap((own) =>
    own[0]
      ? [
          {
            pupil: own[0].pupil,
            className: className(own[0]),
            days: days.map((day) => own.filter((note) => isTodayNote(note, day))),
          },
        ]
      : [],
  )
}

const COUNT_LABEL = 'Kinder abwesend'

/** Viewers and paper learn that a child is absent, not why (domain §5.4). */
const DayCell = ({ notes, isFree, isPaper }: { notes: readonly Sicknote[]; isFree: boolean; isPaper: boolean }) => {
  if (isFree) return <td data-free />
  if (notes.length === 0) return <td />
  return (
    <td data-absent>
      {notes.map((note) => {
        const reason = isPaper ? undefined : reasonText(note)
        const part = partText(note.value)
        return (
          <span
            key={note.id}
            className={`sh-small sh-block ${classes.absence}`}
            data-part={part ? true : undefined}
            {...(reason && { 'data-excuse': stateOf(note) })}
          >
            {reason ? (
              <ExcuseMark state={stateOf(note)} />
            ) : (
              <span className={classes.mark} aria-hidden>
                {'x '}
              </span>
            )}
            <span className={classes.why}>{[reason || 'abwesend', part].filter(Boolean).join(', ')}</span>
          </span>
        )
      })}
    </td>
  )
}

/** How many of a class, or of all, are absent on a day of the week. */
export const absentOn = (rows: readonly WeekRow[], at: number, ofClass?: string) =>
  rows.filter((row) => (ofClass === undefined || row.className === ofClass) && (row.days[at]?.length ?? 0) > 0).length

/** Why, once for the whole week: a phone has room for a mark of each day only. */
const reasonsOf = ({ days }: WeekRow) => [...new Set(days.flat().map(reasonText).filter(Boolean))].join(', ')

interface SicknoteWeekTableProps {
  rows: readonly WeekRow[]
  monday: string
  today: string
  freeDays: readonly { name: string; date_start: string; date_end: string }[]
}

/** What the legend has to explain. */
const marksOf = (rows: readonly WeekRow[]) =>
  rows
    .flatMap(({ days }) => days.flat())
    .map((note) => ({ state: stateOf(note), isPart: Boolean(partText(note.value)) }))

/** Who is absent on which day of a week, by class (ux §3.7). The page scrolls, unless the table is wider than it. */
const SicknoteWeekTable = ({ rows, monday, today, freeDays }: SicknoteWeekTableProps) => {
  const isPaper = usePrinting()
  const [box, setBox] = useState<HTMLElement | null>(null)
  const isWide = useIsWide(box)
  const days = weekDays(monday).map((day) => ({ day, free: freeDayName(day, freeDays) }))
  return (
    // Who has no mouse scrolls a box with the arrows.
    <section
      ref={setBox}
      className={classes.frame}
      aria-label="Woche"
      data-wide={isWide}
      {...(isWide && { tabIndex: 0 })}
    >
      <PlainTable
        isBare
        caption="Abwesenheiten der Woche"
        columns={[]}
        rows={rows}
        head={
          <tr>
            <th scope="col">Name</th>
            {days.map(({ day, free }) => (
              <th key={day} scope="col" data-today={day === today || undefined}>
                <span className={classes.why}>{formatShortDay(day)}</span>
                <span className={classes.mark} aria-hidden>
                  {SHORT_WEEKDAYS[weekday(day) - 1]}
                  <span className="sh-block">{`${Number(day.slice(8))}.`}</span>
                </span>
                {free && <span className={`sh-regular sh-breaks sh-block ${classes.why}`}>{free}</span>}
              </th>
            ))}
          </tr>
        }
        renderRow={(row, index) => (
          <Fragment key={row.pupil.id}>
            {index === 0 && (
              <tr className={classes.sums}>
                <th scope="row">{COUNT_LABEL}</th>
                {days.map(({ day, free }, at) => (
                  <td key={day}>{free ? '–' : absentOn(rows, at)}</td>
                ))}
              </tr>
            )}
            {rows[index - 1]?.className !== row.className && (
              <tr className={classes.group}>
                <th scope="rowgroup">{row.className}</th>
                {days.map(({ day, free }, at) => (
                  <td key={day}>{free ? '' : absentOn(rows, at, row.className) || ''}</td>
                ))}
              </tr>
            )}
            <tr>
              <th scope="row">
                <Link to={paths.pupil(row.pupil.id)}>{listName(row.pupil)}</Link>
                {!isPaper && (
                  <span className={`sh-quiet sh-small sh-regular ${classes.mark}`} aria-hidden>
                    {reasonsOf(row)}
                  </span>
                )}
              </th>
              {row.days.map((notes, at) => (
                <DayCell key={days[at]?.day} notes={notes} isFree={days[at]?.free !== undefined} isPaper={isPaper} />
              ))}
            </tr>
          </Fragment>
        )}
      />
    </section>
  )
}

/** The week with the ways to the others. */
const WeekField = ({ page: { state, today } }: { page: SicknotesPageState }) => {
  const { monday, setMonday } = state
  return (
    <SicknoteSpanField
      text={weekText(monday)}
      previous={{ label: 'Vorige Woche', go: () => setMonday(addDays(monday, -7)) }}
      next={{ label: 'Nächste Woche', go: () => setMonday(addDays(monday, 7)) }}
      now={monday !== mondayOf(today) && { label: 'Diese Woche', go: () => setMonday(mondayOf(today)) }}
    />
  )
}

/** The school week as a table (ux §3.7). */
export const SicknoteWeekCard = ({ page }: { page: SicknotesPageState }) => {
  const { state, options, own, today } = page
  const { monday } = state
  const isNarrow = useNarrow()
  const { data, isError, refetch } = useQuery(sicknotesBetween(monday, addDays(monday, 4)))
  const rows = data && weekRows(shownNotes(data, { ...state, sort: 'klasse' }, own), monday)
  const content = () => {
    if (!rows) return isError ? <NotLoaded onRetry={() => void refetch()} /> : <Skeleton height={240} />
    if (rows.length === 0)
      return state.isFiltered ? (
        <NoHits search={state.search} onReset={state.resetFilters} />
      ) : (
        <EmptyState title="In dieser Woche liegen keine Meldungen vor." />
      )
    return <SicknoteWeekTable rows={rows} monday={monday} today={today} freeDays={options?.free_days ?? []} />
  }
  const legend = page.rights.isEditor && rows !== undefined && rows.length > 0 && <ExcuseLegend marks={marksOf(rows)} />
  return (
    <>
      <div className={`sh-wrap sh-below-3 sh-gap-2 sh-screen-only ${classes.toolbar}`}>
        <WeekField page={page} />
        <SicknoteFilterForm page={page} />
      </div>
      {isNarrow && legend ? (
        <FoldedPart name="zeichen" summary="Was die Zeichen bedeuten">
          {legend}
        </FoldedPart>
      ) : (
        legend
      )}
      <div className={classes.card}>{content()}</div>
    </>
  )
}
