import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import { actOnce } from '#web/api/act-once.ts'
import { TableCard } from '#web/lists/TableCard.tsx'
import { alertDialog, confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'

interface Report {
  id: number
  created_at: string
  created_by: string | null
  undone_at: string | null
  /** How many entries have stayed after the undo, if that is known. */
  kept?: number
  may_undo: boolean
}

const undoneText = ({ kept = 0 }: Report) => (kept > 0 ? `zurückgenommen, ${kept} behalten` : 'zurückgenommen')

interface Undo<Kept> {
  /** What goes and what stays. */
  question: string
  undo: () => Promise<{ message: string; kept: readonly Kept[] }>
  /** What is called of an entry that stays. */
  nameOf: (kept: Kept) => string
  onDone: () => void
}

const takeBack = async <Kept,>(id: number, { question, undo, nameOf, onDone }: Undo<Kept>) => {
  const isWanted = await confirmDialog({
    title: 'Import rückgängig machen?',
    message: question,
    accept: 'Rückgängig machen',
    type: 'attention',
    prefers: 'dismiss',
  })
  if (!isWanted) return
  const done = await actOnce(`import ${id}`, undo)
  if (!done) return
  onDone()
  if (done.kept.length === 0) return notify(done.message)
  await alertDialog({
    title: 'Import zurückgenommen',
    message: `${done.message} Behalten, weil jemand daran gearbeitet hat: ${done.kept.map(nameOf).join(', ')}.`,
    type: 'info',
  })
}

interface ImportListCardProps<Row extends Report, Kept> {
  query: Pick<UseQueryResult<readonly Row[]>, 'data' | 'isError' | 'refetch'>
  /** What the import has brought. */
  resultOf: (report: Row) => ReactNode
  undoOf: (report: Row) => Undo<Kept>
}

/** Imports of the last time; within a day each can be taken back. */
export const ImportListCard = <Row extends Report, Kept>({
  query,
  resultOf,
  undoOf,
}: ImportListCardProps<Row, Kept>) => (
  <TableCard
    id="import-list"
    title="Letzte Importe"
    columns={['Zeit', 'Von', 'Ergebnis']}
    hasActions
    rows={query.data}
    hasFailed={query.isError}
    onRetry={() => void query.refetch()}
    emptyText="Noch kein Import."
  >
    {(report) => (
      <tr>
        <th scope="row">
          <time dateTime={report.created_at}>{formatDateTime(report.created_at)}</time>
        </th>
        <td data-label="Von">{report.created_by}</td>
        <td data-label="Ergebnis">{report.undone_at ? undoneText(report) : resultOf(report)}</td>
        <td data-align="end">
          {report.may_undo && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Import vom ${formatDateTime(report.created_at)} rückgängig machen`}
              onClick={() => void takeBack(report.id, undoOf(report))}
            >
              Rückgängig machen
            </Button>
          )}
        </td>
      </tr>
    )}
  </TableCard>
)
