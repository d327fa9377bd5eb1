import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDateTime } from '#contract/dates.ts'
import type { ImportSummary } from '#contract/pupilimports/pupilimports.ts'
import { TableCard } from '#web/lists/TableCard.tsx'
import { paths } from '#web/paths.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { importListQuery } from './import-queries.ts'
import { reportText, rowsText, STATE_LOOKS } from './import-texts.ts'
import { takeBackImport } from './take-back-import.tsx'

const percent = ({ done, total }: NonNullable<ImportSummary['progress']>) =>
  total > 0 ? ` (${Math.min(99, Math.floor((done / total) * 100))} %)` : ''

const StateCell = ({ one: { state, progress } }: { one: ImportSummary }) => {
  const { text, ...look } = STATE_LOOKS[state]
  return (
    <StatusChip {...look}>
      {text}
      {progress && state === 'running' && percent(progress)}
    </StatusChip>
  )
}

const ImportRowCells = ({ one }: { one: ImportSummary }) => (
  <tr>
    <th scope="row">
      <Link to={paths.pupilImportRun(one.id)}>{one.filename}</Link>
    </th>
    <td data-label="Hochgeladen">
      <span>
        <time dateTime={one.created_at}>{formatDateTime(one.created_at)}</time>
        {one.created_by_name && `, ${one.created_by_name}`}
      </span>
    </td>
    <td data-label="Ergebnis">{one.report ? reportText(one.report) : rowsText(one.row_count)}</td>
    <td data-label="Stand">
      <StateCell one={one} />
    </td>
    <td data-align="end">
      {one.undo_until && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Import „${one.filename}“ rückgängig machen`}
          onClick={() => void takeBackImport(one)}
        >
          Rückgängig machen
        </Button>
      )}
    </td>
  </tr>
)

/** Imports that are under way or were carried out, the newest first; each opens where it stands. */
export const ImportListCard = () => {
  const { data: imports, isError, refetch } = useQuery(importListQuery)
  return (
    <TableCard
      id="import-list"
      title="Laufende und letzte Importe"
      columns={['Datei', 'Hochgeladen', 'Ergebnis', 'Stand']}
      hasActions
      rows={imports}
      hasFailed={isError}
      onRetry={() => void refetch()}
      emptyText="Noch kein Import."
    >
      {(one) => <ImportRowCells one={one} />}
    </TableCard>
  )
}
