import { Card, Text, Title } from '@mantine/core'
import { addDays, addMonths, monthName, SHORT_WEEKDAYS, weekday } from '#contract/dates.ts'
import { schoolDaysOf } from '#contract/schoolyears/school-calendar.ts'
import {
  FREE_DAY_KIND_LABELS,
  FREE_DAY_KINDS,
  type FreeDayKind,
  type FreeDays,
} from '#contract/schoolyears/schoolyears.free-days.ts'
import type { Schoolyear } from '#contract/schoolyears/schoolyears.ts'
import { useToday } from '#web/api/base-data.ts'
import { HOLIDAYS_MISSING, hasHolidays } from './free-day-list.ts'
import classes from './schoolyears.module.css'

type Year = Pick<Schoolyear, 'name' | 'date_start' | 'date_end' | 'half_year_end'>

/** First days of the months that the year touches. */
const monthsOf = ({ date_start, date_end }: Year) => {
  const months: string[] = []
  for (let month = `${date_start.slice(0, 7)}-01`; month <= date_end && months.length < 24; month = addMonths(month, 1))
    months.push(month)
  return months
}

const daysOfMonth = (first: string) => {
  const days: string[] = []
  for (let day = first; day.slice(0, 7) === first.slice(0, 7); day = addDays(day, 1)) days.push(day)
  return days
}

/** The kind that shows: a public holiday before the holidays around it. */
const kindOf = (day: string, days: readonly FreeDays[]): FreeDayKind | undefined => {
  const found = days.filter(({ date_start, date_end }) => date_start <= day && day <= date_end)
  return (found.find(({ kind }) => kind === 'public_holiday') ?? found[0])?.kind
}

interface MonthProps {
  first: string
  year: Year
  days: readonly FreeDays[]
  today: string
}

const Month = ({ first, year, days, today }: MonthProps) => (
  <div>
    <p className="sh-bold sh-flush sh-below-1">{monthName(first)}</p>
    <div className={classes.days}>
      {SHORT_WEEKDAYS.map((name) => (
        <span key={name} className={`sh-quiet sh-small sh-figures ${classes.weekday}`}>
          {name}
        </span>
      ))}
      {daysOfMonth(first).map((day, index) => (
        <span
          key={day}
          style={index === 0 ? { gridColumnStart: weekday(day) } : undefined}
          className={`sh-small sh-figures ${classes.day}`}
          data-kind={kindOf(day, days)}
          data-weekend={weekday(day) > 5}
          data-today={day === today || undefined}
          data-outside={day < year.date_start || day > year.date_end}
        >
          {Number(day.slice(8))}
        </span>
      ))}
    </div>
  </div>
)

/** The year as a picture; its words are the line below and the table of the free days. */
export const YearCalendarCard = ({ year, days }: { year: Year; days: readonly FreeDays[] }) => {
  const today = useToday()
  const { first_half: first, second_half: second } = schoolDaysOf({ ...year, free_days: days })
  const summary = hasHolidays(days)
    ? `${first + second} Schultage: ${first} im 1. und ${second} im 2. Halbjahr`
    : `${HOLIDAYS_MISSING}: Die Schultage lassen sich noch nicht zählen`
  return (
    <Card component="section" aria-labelledby="year-calendar" className={classes.yearCalendarCard ?? ''}>
      <Title order={2} id="year-calendar">
        Das Jahr im Bild
      </Title>
      <Text aria-live="polite" mb="sm">
        {summary}
      </Text>
      <div
        className={`sh-grid sh-gap-5 ${classes.months}`}
        role="img"
        aria-label={`Kalender ${year.name}, ${summary}. Die schulfreien Tage stehen in der Tabelle „Schulfreie Tage“.`}
      >
        {monthsOf(year).map((month) => (
          <Month key={month} first={month} year={year} days={days} today={today} />
        ))}
      </div>
      <ul
        className={`sh-plain-list sh-wrap sh-above-4 sh-gap-5 sh-rows-2 ${classes.legend}`}
        aria-label="Farben im Kalender"
      >
        {FREE_DAY_KINDS.map((kind) => (
          <li key={kind}>
            <span className={`sh-small sh-figures ${classes.day}`} data-kind={kind} aria-hidden>
              1
            </span>{' '}
            <span className={classes.sentence}>{FREE_DAY_KIND_LABELS[kind]}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
