import { DatePicker } from '@mantine/dates'
import 'dayjs/locale/de'
import '@mantine/dates/styles.layer.css'

interface CalendarCardProps {
  day: string | undefined
  today: string
  min?: string | undefined
  max?: string | undefined
  onChoose: (day: string) => void
}

const LABELS = {
  previousMonth: 'Voriger Monat',
  nextMonth: 'Nächster Monat',
  previousYear: 'Voriges Jahr',
  nextYear: 'Nächstes Jahr',
  previousDecade: 'Voriges Jahrzehnt',
  nextDecade: 'Nächstes Jahrzehnt',
}

/** The calendar beside a date field. Weeks start on Monday (spec §9). */
export const CalendarCard = ({ day, today, min, max, onChoose }: CalendarCardProps) => (
  <DatePicker
    value={day ?? null}
    defaultDate={day ?? max ?? today}
    {...(min ? { minDate: min } : {})}
    {...(max ? { maxDate: max } : {})}
    locale="de"
    size="md"
    hideOutsideDates
    firstDayOfWeek={1}
    weekendDays={[]}
    ariaLabels={LABELS}
    onChange={(chosen) => chosen && onChoose(chosen)}
  />
)
