import { ActionIcon, Button } from '@mantine/core'
import { CircleAlert, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { counted } from '#contract/counted.ts'
import { formatDate } from '#contract/dates.ts'
import { FREE_DAY_KIND_LABELS, type FreeDays } from '#contract/schoolyears/schoolyears.free-days.ts'
import type { Schoolyear } from '#contract/schoolyears/schoolyears.ts'
import { useToday } from '#web/api/base-data.ts'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import { StatusChip, type StatusLook } from '#web/ui/StatusChip.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { FreeDayForm } from './FreeDayForm.tsx'
import {
  cutTexts,
  isOnWeekend,
  lostSchoolDays,
  nextFreeDays,
  overlappedNames,
  TAKEN_LABELS,
  type TakenDay,
  type TakenState,
} from './free-day-list.ts'
import classes from './schoolyears.module.css'
import type { RowEditing } from './use-free-days.ts'

const LOOKS: Record<TakenState, StatusLook> = {
  new: { tone: 'positive', icon: 'check' },
  changed: { tone: 'attention', icon: 'alert' },
  same: { tone: 'neutral', icon: 'dot' },
}

const span = ({ date_start, date_end }: FreeDays) =>
  date_start === date_end ? formatDate(date_start) : `${formatDate(date_start)} – ${formatDate(date_end)}`

const keyOf = (day: FreeDays) => `${day.date_start} ${day.date_end} ${day.name} ${day.kind}`

/** What would be taken over, and what each entry is to the list as it stands. */
export const FreeDaysChoiceTable = ({ caption, taken }: { caption: string; taken: readonly TakenDay[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
  <section className={classes.scroll} aria-label={caption} tabIndex={0}>
    <PlainTable
      className={classes.choice}
      caption={caption}
      rows={taken}
      rowKey={({ day }) => keyOf(day)}
      isStacked
      columns={[
        { title: 'Name', isName: true, className: classes.sentence, cell: ({ day }) => day.name },
        { title: 'Tage', cell: ({ day }) => span(day) },
        { title: 'Art', className: classes.sentence, cell: ({ day }) => FREE_DAY_KIND_LABELS[day.kind] },
        {
          title: 'Gegenüber jetzt',
          cell: ({ state, before }) => (
            <>
              <StatusChip {...LOOKS[state]}>{TAKEN_LABELS[state]}</StatusChip>
              {before && <span className="sh-quiet sh-small sh-block">bisher {span(before)}</span>}
            </>
          ),
        },
      ]}
    />
  </section>
)

const Day = ({ day }: { day: string }) => <time dateTime={day}>{formatDate(day)}</time>

const Hints = ({ error, overlaps }: { error: string | undefined; overlaps: readonly string[] }) => (
  <>
    {error && (
      <span className="sh-line sh-small sh-regular sh-bad sh-gap-1">
        <CircleAlert size={16} className="sh-fixed" aria-hidden /> {error}
      </span>
    )}
    {overlaps.length > 0 && (
      <span className="sh-line sh-small sh-regular sh-warn sh-gap-1">
        <CircleAlert size={16} className="sh-fixed" aria-hidden /> überschneidet sich mit {overlaps.join(', ')}
      </span>
    )}
  </>
)

interface FreeDaysTableProps {
  year: Schoolyear
  /** All years of the school: holidays may go on in the next one. */
  years: readonly Schoolyear[]
  days: readonly FreeDays[]
  /** What the server refused, by entry. */
  errors: Record<number, string>
  editing: RowEditing
}

const columnsFor = (
  { year, years, days, errors, editing }: FreeDaysTableProps,
  lost: readonly number[],
): PlainColumn<FreeDays>[] => [
  {
    title: 'Name',
    isName: true,
    className: classes.sentence,
    cell: (day, index) => (
      <>
        {day.name}
        {cutTexts(day, year, years).map((text) => (
          <span key={text} className="sh-quiet sh-small sh-regular sh-block">
            {text}
          </span>
        ))}
        <Hints error={errors[index]} overlaps={overlappedNames(days, index)} />
      </>
    ),
  },
  { title: 'Von', cell: ({ date_start }) => <Day day={date_start} /> },
  {
    title: 'Bis',
    cellProps: ({ date_start, date_end }) => ({ 'data-same': date_end === date_start }),
    cell: ({ date_end }) => <Day day={date_end} />,
  },
  { title: 'Art', className: classes.sentence, cell: ({ kind }) => FREE_DAY_KIND_LABELS[kind] },
  { title: 'Schultage weniger', align: 'end', cell: (_, index) => lost[index] },
  {
    title: 'Aktion',
    isTitleHidden: true,
    className: classes.actions,
    cell: ({ name, date_start }, index) => (
      <>
        <ActionIcon
          id={editing.buttonId(index)}
          aria-label={`${name} ab ${formatDate(date_start)} bearbeiten`}
          onClick={() => editing.edit(index)}
        >
          <Pencil size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={`${name} ab ${formatDate(date_start)} entfernen`} onClick={() => editing.remove(index)}>
          <Trash2 size={20} aria-hidden />
        </ActionIcon>
      </>
    ),
  },
]

/** The free days of a year in order; one row at a time can be changed in its place. */
export const FreeDaysTable = (props: FreeDaysTableProps) => {
  const { year, days, editing, errors } = props
  const lost = lostSchoolDays(days)
  const [isWhole, setWhole] = useState(false)
  const [atFirst] = useState(() => new Set(days.map(keyOf)))
  const isNarrow = useNarrow()
  const next = nextFreeDays(days, useToday())
  // A weekend costs no school day, and a phone shows what comes next. On paper the list is whole, and what somebody
  // enters stays.
  const isFolded = (day: FreeDays, index: number) =>
    !isWhole && (isNarrow ? !next.includes(day) : isOnWeekend(day)) && atFirst.has(keyOf(day)) && !errors[index]
  const folded = days.filter(isFolded).length
  const form = (day?: FreeDays, index?: number) => (
    <tr key={day ? keyOf(day) : 'new'}>
      <td colSpan={6}>
        <FreeDayForm
          day={day}
          bounds={year}
          onPut={(changed) => editing.put(changed, index)}
          onCancel={editing.cancel}
          onTyped={editing.markTyped}
          isGuarded={editing.isGuarded}
        />
      </td>
    </tr>
  )
  return (
    <PlainTable
      className={classes.table}
      caption={`Schulfreie Tage ${year.name}`}
      columns={columnsFor(props, lost)}
      rows={days}
      rowKey={keyOf}
      isStacked
      rowProps={(day, index) => ({ className: isFolded(day, index) ? 'sh-paper-only' : undefined })}
      renderRow={(day, index) => (editing.index === index ? form(day, index) : undefined)}
      after={
        <>
          {editing.index === 'new' && form()}
          {folded > 0 && (
            <tr className="sh-screen-only">
              <td colSpan={6}>
                <Button variant="subtle" px={0} onClick={() => setWhole(true)}>
                  {isNarrow
                    ? `Alle ${days.length} zeigen`
                    : `${counted(folded, 'Feiertag', 'Feiertage')} am Wochenende zeigen`}
                </Button>
              </td>
            </tr>
          )}
        </>
      }
      foot={
        <tr>
          <th scope="row" colSpan={4}>
            Zusammen
          </th>
          <td data-label="Schultage weniger" data-align="end">
            {lost.reduce((sum, count) => sum + count, 0)}
          </td>
          <td className={classes.actions} />
        </tr>
      }
    />
  )
}
