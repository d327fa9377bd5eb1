import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { counted } from '#contract/counted.ts'
import { formatDateTime } from '#contract/dates.ts'
import { type ImportReport, registrationImportEndpoints } from '#contract/registrations/registrations.import.ts'
import { actOnce } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { queryFor, renewReplies } from '#web/api/queries.ts'
import { refreshRegistrations } from '#web/domains/registrations/registration-cache.ts'
import { TableCard } from '#web/lists/TableCard.tsx'
import { alertDialog, confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'

const askFirst = ({ row_count }: ImportReport) =>
  confirmDialog({
    title: 'Import rückgängig machen?',
    message: `${counted(row_count, 'Bewerbung aus diesem Import wird', 'Bewerbungen aus diesem Import werden')} wieder entfernt. Was seitdem jemand bearbeitet oder bestätigt hat, bleibt.`,
    accept: 'Rückgängig machen',
    type: 'attention',
    prefers: 'dismiss',
  })

const takeBack = async (report: ImportReport) => {
  if (!(await askFirst(report))) return
  const done = await actOnce(`import ${report.id}`, () =>
    call(registrationImportEndpoints.undo, { params: { importId: report.id } }),
  )
  if (!done) return
  void refreshRegistrations()
  void renewReplies([registrationImportEndpoints.list])
  if (done.kept.length === 0) return notify(done.message)
  const kept = done.kept.map(({ number }) => number).join(', ')
  await alertDialog({
    title: 'Import zurückgenommen',
    message: `${done.message} Behalten, weil jemand daran gearbeitet hat: ${kept}.`,
    type: 'info',
  })
}

const ReportRow = ({ report }: { report: ImportReport }) => (
  <tr>
    <th scope="row">
      <time dateTime={report.created_at}>{formatDateTime(report.created_at)}</time>
    </th>
    <td data-label="Von">{report.created_by}</td>
    <td data-label="Ergebnis">
      {report.undone_at ? 'zurückgenommen' : `${counted(report.row_count, 'Bewerbung', 'Bewerbungen')} übernommen`}
    </td>
    <td data-align="end">
      {report.may_undo && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Import vom ${formatDateTime(report.created_at)} rückgängig machen`}
          onClick={() => void takeBack(report)}
        >
          Rückgängig machen
        </Button>
      )}
    </td>
  </tr>
)

/** Imports of the last time; within a day each can be taken back. */
export const RegistrationImportListCard = () => {
  const { data: reports, isError, refetch } = useQuery(queryFor(registrationImportEndpoints.list, {}, { quiet: true }))
  return (
    <TableCard
      id="import-list"
      title="Letzte Importe"
      columns={['Zeit', 'Von', 'Ergebnis']}
      hasActions
      rows={reports}
      hasFailed={isError}
      onRetry={() => void refetch()}
      emptyText="Noch kein Import."
    >
      {(report) => <ReportRow report={report} />}
    </TableCard>
  )
}
