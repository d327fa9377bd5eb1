import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import { CircleAlert, Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { counted } from '#contract/counted.ts'
import { formatDate } from '#contract/dates.ts'
import {
  FREE_DAY_KIND_LABELS,
  FREE_DAY_KINDS,
  FREE_DAY_NAME_MAX,
  FreeDays,
} from '#contract/schoolyears/schoolyears.free-days.ts'
import { SCHOOLYEAR_TEXTS, type Schoolyear } from '#contract/schoolyears/schoolyears.ts'
import { useToday } from '#web/api/base-data.ts'
import { DateField } from '#web/forms/DateField.tsx'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { useCheckedForm } from '#web/forms/use-checked-form.ts'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { schemaErrors } from '#web/ui/form-errors.ts'
import { StatusChip, type StatusLook } from '#web/ui/StatusChip.tsx'
import {
  isOnWeekend,
  lostSchoolDays,
  overlappedNames,
  TAKEN_LABELS,
  type TakenDay,
  type TakenState,
} from './free-day-list.ts'
import classes from './schoolyears.module.css'
import type { RowEditing } from './use-free-days.ts'

type Bounds = Pick<Schoolyear, 'date_start' | 'date_end'>

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
        { title: 'Name', isName: true, cell: ({ day }) => day.name },
        { title: 'Tage', cell: ({ day }) => span(day) },
        { title: 'Art', cell: ({ day }) => FREE_DAY_KIND_LABELS[day.kind] },
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

interface FreeDayFormProps {
  /** Missing: a further entry. */
  day?: FreeDays | undefined
  bounds: Bounds
  onPut: (day: FreeDays) => void
  onCancel: () => void
  /** Whether something is typed that the list does not have. */
  onTyped: (isDirty: boolean) => void
  /** The page asks already before it is left. */
  isGuarded: boolean
}

const LABELS = { name: 'Name', date_start: 'Von', date_end: 'Bis', kind: 'Art' }

const EMPTY: FreeDays = { name: '', kind: 'holiday', date_start: '', date_end: '' }

const checked = schemaErrors(FreeDays)

const errorsOf = (values: FreeDays, { date_start, date_end }: Bounds): Record<string, string> => {
  const errors = checked(values)
  const isOutside = (day: string) => day < date_start || day > date_end
  if (!errors.date_start && isOutside(values.date_start)) errors.date_start = SCHOOLYEAR_TEXTS.outside
  if (!errors.date_end && isOutside(values.date_end)) errors.date_end = SCHOOLYEAR_TEXTS.outside
  return errors
}

/** One entry in its row: Enter takes it over, Escape leaves it as it was (ux §3.10). */
const FreeDayForm = ({ day, bounds, onPut, onCancel, onTyped, isGuarded }: FreeDayFormProps) => {
  const today = useToday()
  const { form, attempt, refuse } = useCheckedForm<FreeDays>(FreeDays, day ?? EMPTY)
  const name = useRef<HTMLInputElement>(null)
  useEffect(() => name.current?.focus(), [])
  const isDirty = form.isDirty()
  useUnsavedChanges(isDirty && !isGuarded)
  useEffect(() => onTyped(isDirty))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // One day alone needs no end.
    const values = { ...form.values, date_end: form.values.date_end.trim() || form.values.date_start }
    const errors = errorsOf(values, bounds)
    if (Object.keys(errors).length > 0) refuse(errors)
    else onPut(FreeDays.parse(values))
  }
  const press = (event: KeyboardEvent) => {
    const isInCalendar = event.target instanceof Element && event.target.closest('[role="dialog"]')
    if (event.key !== 'Escape' || isInCalendar) return
    event.stopPropagation()
    onCancel()
  }
  const days = { today, min: bounds.date_start, max: bounds.date_end }
  return (
    <form className={`sh-padded-3 sh-grid sh-gap-3 ${classes.rowForm}`} onSubmit={submit} onKeyDown={press} noValidate>
      {Object.keys(form.errors).length > 0 && (
        <div className={classes.wide}>
          <ErrorSummary errors={form.errors} labels={LABELS} attempt={attempt} />
        </div>
      )}
      <TextInput
        ref={name}
        id="name"
        label={LABELS.name}
        autoComplete="off"
        maxLength={FREE_DAY_NAME_MAX}
        placeholder="Zum Beispiel Herbstferien"
        {...form.getInputProps('name')}
      />
      <DateField
        id="date_start"
        label={LABELS.date_start}
        {...days}
        {...form.getInputProps('date_start')}
        value={form.values.date_start}
      />
      <DateField
        id="date_end"
        label={LABELS.date_end}
        {...days}
        {...form.getInputProps('date_end')}
        value={form.values.date_end}
      />
      <NativeSelect
        id="kind"
        label={LABELS.kind}
        data={FREE_DAY_KINDS.map((kind) => ({ value: kind, label: FREE_DAY_KIND_LABELS[kind] }))}
        {...form.getInputProps('kind')}
      />
      <div className="sh-wrap sh-gap-2">
        <Button type="submit">{day ? 'Ändern' : 'Hinzufügen'}</Button>
        <Button variant="default" onClick={onCancel}>
          Abbrechen
        </Button>
      </div>
    </form>
  )
}

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
  year: Bounds & Pick<Schoolyear, 'name'>
  days: readonly FreeDays[]
  /** What the server refused, by entry. */
  errors: Record<number, string>
  editing: RowEditing
}

const columnsFor = (
  { days, errors, editing }: FreeDaysTableProps,
  lost: readonly number[],
): PlainColumn<FreeDays>[] => [
  {
    title: 'Name',
    isName: true,
    cell: ({ name }, index) => (
      <>
        {name}
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
  { title: 'Art', cell: ({ kind }) => FREE_DAY_KIND_LABELS[kind] },
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
  // They cost no school day: the list is shorter without them. On paper it is whole, and what somebody enters stays.
  const isFolded = (day: FreeDays, index: number) =>
    !isWhole && isOnWeekend(day) && atFirst.has(keyOf(day)) && !errors[index]
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
                  {counted(folded, 'Feiertag', 'Feiertage')} am Wochenende zeigen
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
