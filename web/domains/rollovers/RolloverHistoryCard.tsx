import { Link } from '@tanstack/react-router'
import { formatDateTime } from '#contract/dates.ts'
import type { RolloverRow } from '#contract/rollovers/rollovers.state.ts'
import { TableCard } from '#web/lists/TableCard.tsx'
import { paths } from '#web/paths.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { countsText } from './rollover-texts.ts'

const RowState = ({ row: { undone_at, undone_by } }: { row: RolloverRow }) =>
  undone_at ? (
    <span className="sh-chips sh-gap-2 sh-rows-1">
      <StatusChip tone="neutral" icon="cross">
        zurückgenommen
      </StatusChip>
      <span>
        <time dateTime={undone_at}>{formatDateTime(undone_at)}</time>
        {undone_by && ` von ${undone_by}`}
      </span>
    </span>
  ) : (
    <StatusChip tone="positive" icon="check">
      durchgeführt
    </StatusChip>
  )

/** Year changes that were carried out, the newest first; each opens its report. */
export const RolloverHistoryCard = ({ rollovers }: { rollovers: readonly RolloverRow[] }) => (
  <TableCard
    id="rollover-history"
    title="Bisherige Wechsel"
    columns={['Wechsel', 'Durchgeführt', 'Ergebnis', 'Stand']}
    rows={rollovers}
    emptyText="Noch kein Schuljahreswechsel."
  >
    {(row) => (
      <tr>
        <th scope="row">
          <Link to={paths.rollover} search={{ bericht: String(row.id) }}>
            {row.from_year} → {row.to_year}
          </Link>
        </th>
        <td data-label="Durchgeführt">
          <time dateTime={row.created_at}>{formatDateTime(row.created_at)}</time>
          {row.created_by && ` von ${row.created_by}`}
        </td>
        <td data-label="Ergebnis">{countsText(row.counts)}</td>
        <td data-label="Stand">
          <RowState row={row} />
        </td>
      </tr>
    )}
  </TableCard>
)
