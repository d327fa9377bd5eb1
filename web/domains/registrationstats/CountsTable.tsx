import { STAT_STATUS_LABELS, STAT_STATUSES, type StatCounts } from '#contract/registrationstats/registrationstats.ts'
import table from '#web/lists/plain-table.module.css'
import classes from './RegistrationStats.module.css'

interface CountsRow {
  key: string
  name: string
  counts: StatCounts
  places?: number | null
  before: number
}

interface CountsTableProps {
  caption: string
  /** What the rows are. */
  head: string
  rows: readonly CountsRow[]
  hasPlaces?: boolean
  beforeName: string | undefined
}

const Figure = ({ label, children }: { label: string; children: number | string }) => (
  <td data-align="end" data-label={label} className={`sh-figures ${classes.figure}`} data-none={children === 0}>
    {children}
  </td>
)

/** More accepted than there are places is said in words, not in colour alone. */
const placesText = ({ places, counts }: CountsRow) => {
  if (typeof places !== 'number') return '–'
  return counts.accepted > places ? `${places} (überbelegt)` : places
}

/** Numbers by status; on a phone each row is a block of its own. */
export const CountsTable = ({ caption, head, rows, hasPlaces = false, beforeName }: CountsTableProps) => (
  <table className={`${table.table} ${table.stacked} ${classes.counts}`}>
    <caption className="sh-visually-hidden">{caption}</caption>
    <thead>
      <tr>
        <th scope="col">{head}</th>
        {STAT_STATUSES.map((status) => (
          <th key={status} scope="col" data-align="end">
            {STAT_STATUS_LABELS[status]}
          </th>
        ))}
        <th scope="col" data-align="end">
          Gesamt
        </th>
        {hasPlaces && (
          <th scope="col" data-align="end">
            Plätze
          </th>
        )}
        {beforeName && (
          <th scope="col" data-align="end">
            {beforeName}
          </th>
        )}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.key}>
          <th scope="row">{row.name}</th>
          {STAT_STATUSES.map((status) => (
            <Figure key={status} label={STAT_STATUS_LABELS[status]}>
              {row.counts[status]}
            </Figure>
          ))}
          <Figure label="Gesamt">{String(row.counts.total)}</Figure>
          {hasPlaces && <Figure label="Plätze">{placesText(row)}</Figure>}
          {beforeName && <Figure label={`Gesamt ${beforeName}`}>{row.before}</Figure>}
        </tr>
      ))}
    </tbody>
  </table>
)
