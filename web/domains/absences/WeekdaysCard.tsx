import { counted } from '#contract/counted.ts'
import { SCHOOL_WEEKDAYS } from '#contract/dates.ts'
import classes from './absences.module.css'

/** On which weekdays a child was missing: as bars, and as numbers beside them. */
export const WeekdaysCard = ({ weekdays }: { weekdays: readonly number[] }) => {
  const most = Math.max(...weekdays)
  if (most === 0) return null
  return (
    <div>
      <h3 className={`sh-bold sh-flush ${classes.subtitle}`}>Nach Wochentagen</h3>
      <ul className={`sh-plain-list sh-above-1 sh-grid ${classes.weekdays}`}>
        {SCHOOL_WEEKDAYS.map((name, index) => {
          const count = weekdays[index] ?? 0
          return (
            <li key={name}>
              <span className="sh-quiet">
                <span aria-hidden>{name.slice(0, 2)}</span>
                <span className="sh-visually-hidden">{`${name}: ${counted(count, 'Tag', 'Tage')}`}</span>
              </span>
              <span className={classes.bar} style={{ inlineSize: `${(100 * count) / most}%` }} aria-hidden />
              <span className="sh-figures" aria-hidden>
                {count}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
