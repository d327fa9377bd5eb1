import { Link } from '@tanstack/react-router'
import { Fragment, useLayoutEffect, useRef, useState } from 'react'
import { formatShortDay } from '#contract/dates.ts'
import { listName } from '#contract/person-names.ts'
import { partText } from '#contract/sicknotes/sicknotes.texts.ts'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { usePrinting } from '#web/lists/drawn-rows.ts'
import { paths } from '#web/paths.ts'
import classes from './SicknoteWeek.module.css'
import { freeDayName, reasonText } from './sicknote-texts.ts'
import { type WeekRow, weekDays } from './week-rows.ts'

const COUNT_LABEL = 'Kinder abwesend'

interface DayCellProps {
  notes: readonly Sicknote[]
  isFree: boolean
  isPaper: boolean
}

/** Viewers and paper learn that a child is absent, not why (domain §5.4). */
const DayCell = ({ notes, isFree, isPaper }: DayCellProps) => {
  if (isFree) return <td data-free />
  if (notes.length === 0) return <td />
  return (
    <td data-absent>
      {notes.map((note) => {
        const what = (!isPaper && reasonText(note)) || 'abwesend'
        const part = partText(note.value)
        return (
          <span key={note.id} className={`sh-small sh-block ${classes.absence}`} data-part={part ? true : undefined}>
            {part ? `${what}, ${part}` : what}
          </span>
        )
      })}
    </td>
  )
}

/** Which days lie behind the names: `Mo–Mi`. */
const hiddenDays = (frame: HTMLElement | null) => {
  const [name, ...days] = frame?.querySelectorAll<HTMLElement>('thead th') ?? []
  if (!frame || !name) return ''
  const edge = frame.scrollLeft + name.offsetWidth
  const behind = days
    .filter((day) => day.offsetLeft + day.offsetWidth / 2 < edge)
    .map((day) => day.innerText.slice(0, 2))
  const [first, last] = [behind[0], behind.at(-1)]
  return first === last ? (first ?? '') : `${first}–${last}`
}

interface SicknoteWeekTableProps {
  rows: readonly WeekRow[]
  monday: string
  today: string
  freeDays: readonly { name: string; date_start: string; date_end: string }[]
}

/** Who is absent on which day of a week, by class (ux §3.7). */
export const SicknoteWeekTable = ({ rows, monday, today, freeDays }: SicknoteWeekTableProps) => {
  const isPaper = usePrinting()
  const frame = useRef<HTMLElement>(null)
  const [hidden, setHidden] = useState('')
  const tellHidden = () => setHidden(hiddenDays(frame.current))
  // On a phone two days are in sight: today is one of them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another week begins anew
  useLayoutEffect(() => {
    const day = frame.current?.querySelector<HTMLElement>('th[data-today]')
    const name = frame.current?.querySelector<HTMLElement>('th')
    if (frame.current) frame.current.scrollLeft = day && name ? day.offsetLeft - name.offsetWidth : 0
    tellHidden()
  }, [monday])
  const days = weekDays(monday).map((day) => ({ day, free: freeDayName(day, freeDays) }))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls a box with the arrows
    <section ref={frame} className={classes.frame} aria-label="Woche" tabIndex={0} onScroll={tellHidden}>
      <table>
        <caption className="sh-visually-hidden">Abwesenheiten der Woche</caption>
        <thead>
          <tr>
            <th scope="col">
              Name
              {hidden && (
                <button
                  type="button"
                  className={`sh-linked sh-one-line sh-screen-only ${classes.before}`}
                  aria-label={`Zurück zu ${hidden}`}
                  onClick={() => frame.current?.scrollTo({ left: 0 })}
                >
                  {`‹ ${hidden}`}
                </button>
              )}
            </th>
            {days.map(({ day, free }) => (
              <th key={day} scope="col" data-today={day === today || undefined}>
                {formatShortDay(day)}
                {free && <span className="sh-regular sh-breaks sh-block">{free}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Fragment key={row.pupil.id}>
              {rows[index - 1]?.className !== row.className && (
                <tr className={classes.group}>
                  <th scope="rowgroup" colSpan={6}>
                    <span>{row.className}</span>
                  </th>
                </tr>
              )}
              <tr>
                <th scope="row">
                  <Link to={paths.pupil(row.pupil.id)}>{listName(row.pupil)}</Link>
                </th>
                {row.days.map((notes, at) => (
                  <DayCell key={days[at]?.day} notes={notes} isFree={days[at]?.free !== undefined} isPaper={isPaper} />
                ))}
              </tr>
            </Fragment>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{COUNT_LABEL}</th>
            {days.map(({ day, free }, at) => (
              <td key={day}>{free ? '–' : rows.filter((row) => (row.days[at]?.length ?? 0) > 0).length}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
