import { STAT_STATUS_LABELS, type StatCounts, type StatStatus } from '#contract/registrationstats/registrationstats.ts'
import classes from './RegistrationStats.module.css'

interface BarLine {
  key: string
  name: string
  counts: StatCounts
  /** Null or left out: no mark. */
  places?: number | null
  /** The number of the year before, as a thin bar below. */
  before: number
}

interface StatusBarsCardProps {
  lines: readonly BarLine[]
  /** Name of the year before; left out where there is none. */
  beforeName: string | undefined
}

/** Accepted ones begin each bar, so that the mark of the places is compared with them and not with all applicants. */
const BAR_ORDER = ['accepted', 'new', 'waiting', 'rejected', 'withdrawn'] as const satisfies readonly StatStatus[]

/** Bars in parts for each status with the year before beneath. */
export const StatusBarsCard = ({ lines, beforeName }: StatusBarsCardProps) => {
  const longest = Math.max(1, ...lines.flatMap(({ counts, places, before }) => [counts.total, places ?? 0, before]))
  const share = (count: number) => `${(100 * count) / longest}%`
  return (
    <>
      <div className={`sh-grid sh-gap-3 sh-rows-2 ${classes.bars}`}>
        {lines.map(({ key, name, counts, places, before }) => (
          <div key={key} className={classes.line}>
            <span className="sh-small">{name}</span>
            <span className={classes.track}>
              <span className={classes.stack} style={{ inlineSize: share(counts.total) }}>
                {BAR_ORDER.filter((status) => counts[status] > 0).map((status) => (
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
      <ul className={`sh-wrap sh-quiet sh-small sh-gap-4 sh-rows-1 ${classes.legend}`}>
        {BAR_ORDER.map((status) => (
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
            Plätze, verglichen mit den Angenommenen
          </li>
        )}
      </ul>
    </>
  )
}
