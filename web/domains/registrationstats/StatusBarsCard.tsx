import { STAT_STATUS_LABELS, STAT_STATUSES, type StatCounts } from '#contract/registrationstats.ts'
import classes from './RegistrationStats.module.css'

interface BarLine {
  key: string
  name: string
  counts: StatCounts
  /** Null or left out: no mark. */
  places?: number | null
  /** Of the year before, as a thin bar beneath. */
  before: number
}

interface StatusBarsCardProps {
  lines: readonly BarLine[]
  /** Name of the year before; left out where there is none. */
  beforeName: string | undefined
}

/** Bars in parts for each status with the year before beneath; the table below says the same and more. */
export const StatusBarsCard = ({ lines, beforeName }: StatusBarsCardProps) => {
  const longest = Math.max(1, ...lines.flatMap(({ counts, places, before }) => [counts.total, places ?? 0, before]))
  const share = (count: number) => `${(100 * count) / longest}%`
  return (
    <div aria-hidden>
      <div className={classes.bars}>
        {lines.map(({ key, name, counts, places, before }) => (
          <div key={key} className={classes.line}>
            <span className={classes.name}>{name}</span>
            <span className={classes.track}>
              <span className={classes.stack} style={{ inlineSize: share(counts.total) }}>
                {STAT_STATUSES.filter((status) => counts[status] > 0).map((status) => (
                  <span
                    key={status}
                    className={classes.part}
                    data-status={status}
                    style={{ flexGrow: counts[status] }}
                  />
                ))}
              </span>
              {beforeName && <span className={classes.before} style={{ inlineSize: share(before) }} />}
              {typeof places === 'number' && (
                <span className={classes.places} style={{ insetInlineStart: share(places) }} />
              )}
            </span>
            <span className={`${classes.number} sh-figures`}>{counts.total}</span>
          </div>
        ))}
      </div>
      <ul className={classes.legend}>
        {STAT_STATUSES.map((status) => (
          <li key={status}>
            <span className={classes.swatch} data-status={status} />
            {STAT_STATUS_LABELS[status]}
          </li>
        ))}
        {beforeName && (
          <li>
            <span className={classes.swatch} data-status="before" />
            {`${beforeName} gesamt`}
          </li>
        )}
        {lines.some(({ places }) => typeof places === 'number') && (
          <li>
            <span className={classes.swatch} data-status="places" />
            Plätze
          </li>
        )}
      </ul>
    </div>
  )
}
