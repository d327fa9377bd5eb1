import { ActionIcon } from '@mantine/core'
import { CircleAlert, Pencil, Trash2 } from 'lucide-react'
import { formatDate } from '#contract/dates.ts'
import { FREE_DAY_KIND_LABELS, type FreeDays } from '#contract/schoolyears/schoolyears.free-days.ts'
import type { Schoolyear } from '#contract/schoolyears/schoolyears.ts'
import table from '#web/lists/plain-table.module.css'
import { FreeDayForm } from './FreeDayForm.tsx'
import { lostSchoolDays, overlappedNames } from './free-day-list.ts'
import classes from './schoolyears.module.css'
import type { RowEditing } from './use-row-editing.ts'

interface FreeDaysTableProps {
  year: Pick<Schoolyear, 'name' | 'date_start' | 'date_end'>
  days: readonly FreeDays[]
  /** What the server refused, by entry. */
  errors: Record<number, string>
  today: string
  editing: RowEditing
}

const Day = ({ day }: { day: string }) => <time dateTime={day}>{formatDate(day)}</time>

const Hints = ({ error, overlaps }: { error: string | undefined; overlaps: readonly string[] }) => (
  <>
    {error && (
      <span className={`sh-line sh-small sh-regular sh-gap-1 ${classes.error}`}>
        <CircleAlert size={16} aria-hidden /> {error}
      </span>
    )}
    {overlaps.length > 0 && (
      <span className={`sh-line sh-small sh-regular sh-warn sh-gap-1 ${classes.hint}`}>
        <CircleAlert size={16} aria-hidden /> überschneidet sich mit {overlaps.join(', ')}
      </span>
    )}
  </>
)

/** The free days of a year in order; one row at a time can be changed in its place. */
export const FreeDaysTable = ({ year, days, errors, today, editing }: FreeDaysTableProps) => {
  const lost = lostSchoolDays(days)
  const form = (day: FreeDays | undefined, index: number | undefined) => (
    <td colSpan={6}>
      <FreeDayForm
        day={day}
        bounds={year}
        today={today}
        onPut={(changed) => editing.put(changed, index)}
        onCancel={editing.cancel}
      />
    </td>
  )
  return (
    <table className={`${table.table} ${classes.table}`}>
      <caption className="sh-visually-hidden">Schulfreie Tage {year.name}</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Von</th>
          <th scope="col">Bis</th>
          <th scope="col">Art</th>
          <th scope="col" data-align="end">
            Schultage weniger
          </th>
          <th scope="col" className={classes.actions}>
            <span className="sh-visually-hidden">Aktion</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {days.map((day, index) => (
          <tr key={`${day.date_start} ${day.date_end} ${day.name} ${day.kind}`}>
            {editing.index === index ? (
              form(day, index)
            ) : (
              <>
                <th scope="row">
                  {day.name}
                  <Hints error={errors[index]} overlaps={overlappedNames(days, index)} />
                </th>
                <td data-label="Von">
                  <Day day={day.date_start} />
                </td>
                <td data-label="Bis" data-same={day.date_end === day.date_start}>
                  <Day day={day.date_end} />
                </td>
                <td data-label="Art">{FREE_DAY_KIND_LABELS[day.kind]}</td>
                <td data-label="Schultage weniger" data-align="end">
                  {lost[index]}
                </td>
                <td className={classes.actions}>
                  <ActionIcon
                    id={editing.buttonId(index)}
                    aria-label={`${day.name} ab ${formatDate(day.date_start)} bearbeiten`}
                    onClick={() => editing.edit(index)}
                  >
                    <Pencil size={20} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    aria-label={`${day.name} ab ${formatDate(day.date_start)} entfernen`}
                    onClick={() => editing.remove(index)}
                  >
                    <Trash2 size={20} aria-hidden />
                  </ActionIcon>
                </td>
              </>
            )}
          </tr>
        ))}
        {editing.index === 'new' && <tr>{form(undefined, undefined)}</tr>}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={4}>
            Zusammen
          </th>
          <td data-label="Schultage weniger" data-align="end">
            {lost.reduce((sum, count) => sum + count, 0)}
          </td>
          <td className={classes.actions} />
        </tr>
      </tfoot>
    </table>
  )
}
