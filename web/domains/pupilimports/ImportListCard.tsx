import { Button, Card, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDateTime } from '#contract/dates.ts'
import type { ImportSummary } from '#contract/pupilimports.ts'
import { paths } from '#web/paths.ts'
import { NotLoaded } from '#web/ui/EmptyState.tsx'
import table from '#web/ui/plain-table.module.css'
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
    <Card component="section" aria-labelledby="import-list">
      <Title order={2} id="import-list" mb="xs">
        Laufende und letzte Importe
      </Title>
      {isError && !imports && <NotLoaded onRetry={() => void refetch()} />}
      {imports?.length === 0 && <Text c="dimmed">Noch kein Import.</Text>}
      {imports && imports.length > 0 && (
        <table className={`${table.table} ${table.stacked}`}>
          <caption className="sh-visually-hidden">Laufende und letzte Importe</caption>
          <thead>
            <tr>
              <th scope="col">Datei</th>
              <th scope="col">Hochgeladen</th>
              <th scope="col">Ergebnis</th>
              <th scope="col">Stand</th>
              <th scope="col">
                <span className="sh-visually-hidden">Aktion</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {imports.map((one) => (
              <ImportRowCells key={one.id} one={one} />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}
