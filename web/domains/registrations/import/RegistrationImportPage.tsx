import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { counted } from '#contract/counted.ts'
import { formatDateTime } from '#contract/dates.ts'
import {
  registrationImportEndpoints as endpoints,
  type ImportReport,
  REGISTRATION_IMPORT_TEXTS,
} from '#contract/registrations/registrations.import.ts'
import { actOnce } from '#web/api/act-once.ts'
import { call, callForFile } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { queryFor, renewReplies } from '#web/api/queries.ts'
import { refreshRegistrations } from '#web/domains/registrations/registration-cache.ts'
import { FileField } from '#web/forms/FileField.tsx'
import { LIST_ENDINGS } from '#web/forms/list-file.ts'
import { NextStep } from '#web/forms/NextStep.tsx'
import { TableCard } from '#web/lists/TableCard.tsx'
import { paths } from '#web/paths.ts'
import { alertDialog, confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { RegistrationImportColumnsCard, showForAllRows } from './RegistrationImportColumnsCard.tsx'
import { RegistrationImportRowsCard } from './RegistrationImportRowsCard.tsx'
import { importedSearch, type RegistrationImport, useRegistrationImport } from './use-registration-import.ts'

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
  const { id } = report
  const done = await actOnce(`import ${id}`, () => call(endpoints.undo, { params: { importId: id } }))
  if (!done) return
  void refreshRegistrations()
  void renewReplies([endpoints.list])
  if (done.kept.length === 0) return notify(done.message)
  const kept = done.kept.map(({ number }) => number).join(', ')
  await alertDialog({
    title: 'Import zurückgenommen',
    message: `${done.message} Behalten, weil jemand daran gearbeitet hat: ${kept}.`,
    type: 'info',
  })
}

/** Imports of the last time; within a day each can be taken back. */
const ImportListCard = () => {
  const { data: reports, isError, refetch } = useQuery(queryFor(endpoints.list, {}, { quiet: true }))
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
      {(report) => (
        <tr>
          <th scope="row">
            <time dateTime={report.created_at}>{formatDateTime(report.created_at)}</time>
          </th>
          <td data-label="Von">{report.created_by}</td>
          <td data-label="Ergebnis">
            {report.undone_at ? (
              'zurückgenommen'
            ) : (
              <Link to={paths.registrations} search={importedSearch(report.id)}>
                {`${counted(report.row_count, 'Bewerbung', 'Bewerbungen')} übernommen`}
              </Link>
            )}
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
      )}
    </TableCard>
  )
}

const FileCard = ({ run }: { run: RegistrationImport }) => (
  <TitledCard id="import-file" title="Datei wählen" gap="xs">
    <FileField
      id="import"
      label="Datei mit den Bewerbungen"
      accept={LIST_ENDINGS}
      errors={run.refusal ? [run.refusal] : []}
      hint={REGISTRATION_IMPORT_TEXTS.fileHint}
      button={{ text: 'Datei wählen', icon: <FileUp size={20} aria-hidden />, isRunning: run.step === 'read' }}
      onTake={run.take}
      isMain={!run.chosen}
    >
      <p className="sh-quiet sh-flush">Datei hierher ziehen oder wählen.</p>
    </FileField>
    <Text mt="sm">
      <Anchor
        component="button"
        type="button"
        onClick={() => void callForFile(endpoints.template).then(saveFile, explainFailure)}
      >
        Vorlage herunterladen
      </Anchor>
    </Text>
  </TitledCard>
)

/** ux §3.13 as a model: applications from a file, read, checked row by row, and taken at once. */
export const RegistrationImportPage = () => {
  const run = useRegistrationImport()
  const { chosen, drafts } = run
  useUnsavedChanges(chosen !== undefined && !run.isSettled)
  const [isUnfolded, setUnfolded] = useState(false)
  // The rows are checked anew: their step is the next one again.
  if (drafts === undefined && isUnfolded) setUnfolded(false)
  const unfoldAnd = (show?: () => void) => () => {
    setUnfolded(true)
    if (show) requestAnimationFrame(show)
  }
  return (
    <>
      <PageTitle
        breadcrumb={<Breadcrumb crumbs={[{ text: 'Bewerbungen', to: paths.registrations }]} current="Import" />}
      >
        Bewerbungen importieren
      </PageTitle>
      <Stack gap="md">
        <FileCard run={run} />
        {chosen && (
          <NextStep isLast={!drafts}>
            <RegistrationImportColumnsCard
              run={run}
              chosen={chosen}
              isFolded={drafts !== undefined && !isUnfolded}
              onUnfold={unfoldAnd()}
            />
          </NextStep>
        )}
        {chosen && drafts && (
          <NextStep isLast>
            <RegistrationImportRowsCard
              run={run}
              drafts={drafts}
              columns={chosen.file.columns}
              onUnfold={unfoldAnd(showForAllRows)}
            />
          </NextStep>
        )}
        <ImportListCard />
      </Stack>
    </>
  )
}
