import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileUp, Mail } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import {
  EMPLOYEE_IMPORT_TEXTS,
  type EmployeeImportReport,
  employeesText,
  employeeImportEndpoints as endpoints,
} from '#contract/employeeimports/employeeimports.ts'
import { actOnce } from '#web/api/act-once.ts'
import { useMay } from '#web/api/base-data.ts'
import { call, callForFile } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { queryFor } from '#web/api/queries.ts'
import { FileField } from '#web/forms/FileField.tsx'
import { LIST_ENDINGS } from '#web/forms/list-file.ts'
import { NextStep } from '#web/forms/NextStep.tsx'
import { TableCard } from '#web/lists/TableCard.tsx'
import { paths } from '#web/paths.ts'
import { alertDialog, confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { EmployeeImportColumnsCard } from './EmployeeImportColumnsCard.tsx'
import { EmployeeImportRowsCard } from './EmployeeImportRowsCard.tsx'
import { cellKeys } from './employee-drafts.ts'
import { type EmployeeImport, refreshStaff, useEmployeeImport } from './use-employee-import.ts'

const askFirst = ({ row_count }: EmployeeImportReport) =>
  confirmDialog({
    title: 'Import rückgängig machen?',
    message: `${employeesText(row_count)} aus diesem Import ${row_count === 1 ? 'wird' : 'werden'} wieder entfernt, auch aus ihren Klassen. Wer seitdem bearbeitet, eingeladen oder einer Klasse zugeordnet wurde, bleibt.`,
    accept: 'Rückgängig machen',
    type: 'attention',
    prefers: 'dismiss',
  })

const takeBack = async (report: EmployeeImportReport, onDone: () => void) => {
  if (!(await askFirst(report))) return
  const { id } = report
  const done = await actOnce(`employee import ${id}`, () => call(endpoints.undo, { params: { importId: id } }))
  if (!done) return
  onDone()
  void refreshStaff()
  if (done.kept.length === 0) return notify(done.message)
  await alertDialog({
    title: 'Import zurückgenommen',
    message: `${done.message} Behalten, weil jemand daran gearbeitet hat: ${done.kept.map(({ name }) => name).join(', ')}.`,
    type: 'info',
  })
}

/** Imports of the last time; within a day each can be taken back. */
const ImportListCard = ({ onUndone }: { onUndone: () => void }) => {
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
            {report.undone_at ? 'zurückgenommen' : `${employeesText(report.row_count)} angelegt`}
          </td>
          <td data-align="end">
            {report.may_undo && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Import vom ${formatDateTime(report.created_at)} rückgängig machen`}
                onClick={() => void takeBack(report, onUndone)}
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

const FileCard = ({ run }: { run: EmployeeImport }) => (
  <TitledCard id="import-file" title="Datei wählen" gap="xs">
    <FileField
      id="import"
      label="Datei mit den Mitarbeitenden"
      accept={LIST_ENDINGS}
      errors={run.refusal ? [run.refusal] : []}
      hint={EMPLOYEE_IMPORT_TEXTS.fileHint}
      button={{ text: 'Datei wählen', icon: <FileUp size={20} aria-hidden />, isRunning: run.step === 'read' }}
      onTake={run.take}
      isMain={!run.chosen && run.doneText === undefined}
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

/** What was created, and the way to the invitations. */
const DoneCard = ({ text }: { text: string }) => {
  const mayInvite = useMay()('manage users')
  return (
    <Alert color="green" role="status" title={text}>
      <Stack gap="sm">
        <p className="sh-flush">
          {mayInvite
            ? 'Als Nächstes können Sie allen, die eine E-Mail-Adresse haben, ein Konto geben.'
            : 'Konten legt an, wer die Benutzer verwaltet, zum Beispiel die Schulleitung.'}
        </p>
        <Group gap="sm">
          {mayInvite && (
            <IconButton icon={Mail} to={`${paths.employees}?einladen=1`} data-primary>
              Kollegium einladen
            </IconButton>
          )}
          <Button component={Link} to={paths.employees} variant="default">
            Zur Liste
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

/** Ux §3.13 as a model: colleagues from a file, read, checked row by row, and created at once. */
export const EmployeeImportPage = () => {
  const run = useEmployeeImport()
  const { chosen, drafts, doneText } = run
  useUnsavedChanges(chosen !== undefined)
  const [isUnfolded, setUnfolded] = useState(false)
  // The rows are checked anew: their step is the next one again.
  if (drafts === undefined && isUnfolded) setUnfolded(false)
  return (
    <>
      <PageTitle breadcrumb={<Breadcrumb crumbs={[{ text: 'Mitarbeitende', to: paths.employees }]} current="Import" />}>
        Mitarbeitende importieren
      </PageTitle>
      <Stack gap="md">
        {doneText !== undefined && <DoneCard text={doneText} />}
        <FileCard run={run} />
        {chosen && (
          <NextStep isLast={!drafts}>
            <EmployeeImportColumnsCard
              run={run}
              chosen={chosen}
              isFolded={drafts !== undefined && !isUnfolded}
              onUnfold={() => setUnfolded(true)}
            />
          </NextStep>
        )}
        {chosen && drafts && (
          <NextStep isLast>
            <EmployeeImportRowsCard run={run} drafts={drafts} keys={cellKeys(chosen.mapping)} />
          </NextStep>
        )}
        <ImportListCard onUndone={run.forgetDone} />
      </Stack>
    </>
  )
}
