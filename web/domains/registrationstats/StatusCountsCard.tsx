import {
  type RegistrationStats,
  STAT_STATUS_LABELS,
  STAT_STATUSES,
  STAT_TABLE_LABELS,
} from '#contract/registrationstats/registrationstats.ts'
import table from '#web/lists/plain-table.module.css'
import { ChartOrTableCard } from './ChartOrTableCard.tsx'
import classes from './RegistrationStats.module.css'

const Bars = ({ counts, counts_before, before }: RegistrationStats) => {
  const longest = Math.max(1, ...STAT_STATUSES.flatMap((status) => [counts[status], counts_before[status]]))
  const share = (count: number) => `${(100 * count) / longest}%`
  return (
    <div className={`sh-grid sh-gap-3 sh-rows-2 ${classes.bars}`}>
      {STAT_STATUSES.map((status) => (
        <div key={status} className={classes.line}>
          <span className="sh-small">{STAT_STATUS_LABELS[status]}</span>
          <span className={classes.track}>
            <span className={classes.stack} style={{ inlineSize: share(counts[status]) }}>
              <span className={classes.part} data-status={status} style={{ flexGrow: 1 }} />
            </span>
            {before && <span className={classes.before} style={{ inlineSize: share(counts_before[status]) }} />}
          </span>
          <span className={`${classes.number} sh-figures`}>{counts[status]}</span>
        </div>
      ))}
    </div>
  )
}

/** For deleted applications only status and month are known, not whether they became pupils (domain §5.2). */
const transformedText = (transformed: number, tallied: number) =>
  `davon schon als SuS übernommen: ${transformed}${tallied > 0 ? ' (ohne die nur noch gezählten)' : ''}`

/** How many are in which status, beside the year before. */
export const StatusCountsCard = ({ stats }: { stats: RegistrationStats }) => {
  const { schoolyear, before, counts, counts_before, transformed, tallied } = stats
  return (
    <ChartOrTableCard
      id="stats-status"
      title={STAT_TABLE_LABELS.status}
      chart={<Bars {...stats} />}
      table={
        <table className={`${table.table} ${classes.narrow}`}>
          <caption className="sh-visually-hidden">Bewerbungen nach Status</caption>
          <thead>
            <tr>
              <th scope="col">Status</th>
              <th scope="col" data-align="end">
                {schoolyear.name}
              </th>
              {before && (
                <th scope="col" data-align="end">
                  {before.name}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {[...STAT_STATUSES, 'total' as const].map((key) => (
              <tr key={key}>
                <th scope="row">
                  {key === 'total' ? 'Gesamt' : STAT_STATUS_LABELS[key]}
                  {key === 'accepted' && transformed > 0 && (
                    <span className="sh-quiet sh-small sh-regular sh-block">
                      {transformedText(transformed, tallied)}
                    </span>
                  )}
                </th>
                <td data-align="end" className="sh-figures">
                  {counts[key]}
                </td>
                {before && (
                  <td data-align="end" className="sh-figures">
                    {counts_before[key]}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  )
}
