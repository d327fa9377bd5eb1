import { formatDate } from '#contract/dates.ts'
import type { SchoolyearState } from '#contract/schoolyears/schoolyears.states.ts'
import { SCHOOLYEAR_STATE_LABELS, type Schoolyear } from '#contract/schoolyears/schoolyears.ts'
import type { TableColumn } from '#web/lists/table-columns.ts'
import { StatusChip, type StatusLook } from '#web/ui/StatusChip.tsx'
import { HOLIDAYS_MISSING, hasHolidays } from './free-day-list.ts'
import { onlineFormState } from './online-form.ts'
import classes from './schoolyears.module.css'

const STATE_LOOKS: Record<SchoolyearState, StatusLook> = {
  active: { tone: 'positive', icon: 'check' },
  planned: { tone: 'attention', icon: 'wait' },
  closed: { tone: 'neutral', icon: 'dot' },
}

/** planned, active or closed as a chip. */
export const YearStateChip = ({ state }: { state: SchoolyearState }) => (
  <StatusChip {...STATE_LOOKS[state]}>{SCHOOLYEAR_STATE_LABELS[state]}</StatusChip>
)

/** Open, opens later or closed, and until when. */
export const OnlineFormText = ({ year }: { year: Schoolyear }) => {
  const { text, detail, ...look } = onlineFormState(year, new Date())
  return (
    <span className={`sh-chips sh-gap-2 sh-rows-1 ${classes.form}`}>
      <StatusChip {...look}>{text}</StatusChip> {detail}
    </span>
  )
}

/** First and last day, each kept whole. */
export const YearSpan = ({ year }: { year: Pick<Schoolyear, 'date_start' | 'date_end'> }) => (
  <>
    <time dateTime={year.date_start}>{formatDate(year.date_start)}</time> –{' '}
    <time dateTime={year.date_end}>{formatDate(year.date_end)}</time>
  </>
)

export const SCHOOLYEAR_COLUMNS: TableColumn<Schoolyear>[] = [
  { key: 'name', title: 'Schuljahr', sortKey: 'date_start', render: ({ name }) => name },
  { key: 'span', title: 'Zeitraum', render: (year) => <YearSpan year={year} /> },
  { key: 'state', title: 'Status', render: ({ state }) => <YearStateChip state={state} /> },
  { key: 'form', title: 'Online-Formular', render: (year) => <OnlineFormText year={year} /> },
  {
    key: 'school_days',
    title: 'Schultage 1. + 2. Hj.',
    align: 'end',
    render: ({ school_days: { first_half, second_half }, free_days }) =>
      hasHolidays(free_days) ? `${first_half} + ${second_half}` : HOLIDAYS_MISSING,
  },
  { key: 'classes', title: 'Klassen', align: 'end', render: ({ usage }) => usage.schoolclasses },
  { key: 'pupils', title: 'SuS', align: 'end', render: ({ pupils }) => pupils },
]
