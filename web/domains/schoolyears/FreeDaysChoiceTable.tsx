import { formatDate } from '#contract/dates.ts'
import { FREE_DAY_KIND_LABELS } from '#contract/schoolyears/schoolyears.free-days.ts'
import { StatusChip, type StatusLook } from '#web/ui/StatusChip.tsx'
import { TAKEN_LABELS, type TakenDay, type TakenState } from './free-day-list.ts'
import classes from './schoolyears.module.css'

const LOOKS: Record<TakenState, StatusLook> = {
  new: { tone: 'positive', icon: 'check' },
  changed: { tone: 'attention', icon: 'alert' },
  same: { tone: 'neutral', icon: 'dot' },
}

const span = ({ date_start, date_end }: TakenDay['day']) =>
  date_start === date_end ? formatDate(date_start) : `${formatDate(date_start)} – ${formatDate(date_end)}`

/** What would be taken over, and what each entry is to the list as it stands. */
export const FreeDaysChoiceTable = ({ caption, taken }: { caption: string; taken: readonly TakenDay[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
  <section className={classes.scroll} aria-label={caption} tabIndex={0}>
    <table className={`sh-table ${classes.freeDaysChoiceTable}`}>
      <caption className="sh-visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Tage</th>
          <th scope="col">Art</th>
          <th scope="col">Gegenüber jetzt</th>
        </tr>
      </thead>
      <tbody>
        {taken.map(({ day, state, before }) => (
          <tr key={`${day.date_start} ${day.date_end} ${day.name} ${day.kind}`}>
            <th scope="row">{day.name}</th>
            <td>{span(day)}</td>
            <td>{FREE_DAY_KIND_LABELS[day.kind]}</td>
            <td>
              <StatusChip {...LOOKS[state]}>{TAKEN_LABELS[state]}</StatusChip>
              {before && <span className="sh-quiet sh-small sh-block">bisher {span(before)}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
