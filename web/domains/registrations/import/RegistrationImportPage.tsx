import { Anchor, Button, Card, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { counted } from '#contract/counted.ts'
import { formatDateTime } from '#contract/dates.ts'
import {
  type ImportReport,
  REGISTRATION_IMPORT_TEXTS,
  registrationImportEndpoints,
} from '#contract/registrations/registrations.import.ts'
import { actOnce } from '#web/api/act-once.ts'
import { call, callForFile } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { queryFor, renewReplies } from '#web/api/queries.ts'
import { refreshRegistrations } from '#web/domains/registrations/registration-cache.ts'
import { FileField } from '#web/forms/FileField.tsx'
import { TableCard } from '#web/lists/TableCard.tsx'
import { paths } from '#web/paths.ts'
import { alertDialog, confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { RegistrationImportColumnsCard } from './RegistrationImportColumnsCard.tsx'
import { RegistrationImportRowsCard } from './RegistrationImportRowsCard.tsx'
import { IMPORT_ENDINGS, type RegistrationImport, useRegistrationImport } from './use-registration-import.ts'

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
const RegistrationImportListCard = () => {
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

const saveTemplate = () => callForFile(registrationImportEndpoints.template).then(saveFile, explainFailure)

const FileCard = ({ run }: { run: RegistrationImport }) => (
  <Card component="section" aria-labelledby="import-file">
    <Title order={2} id="import-file" mb="xs">
      Datei wählen
    </Title>
    <FileField
      id="import"
      label="Datei mit den Bewerbungen"
      accept={IMPORT_ENDINGS}
      errors={run.refusal ? [run.refusal] : []}
      hint={REGISTRATION_IMPORT_TEXTS.fileHint}
      button={{ text: 'Datei wählen', icon: <FileUp size={20} aria-hidden />, isRunning: run.step === 'read' }}
      onTake={run.take}
      isMain={!run.file}
    >
      <p className="sh-quiet sh-flush">Datei hierher ziehen oder wählen.</p>
    </FileField>
    <Text mt="sm">
      <Anchor component="button" type="button" onClick={() => void saveTemplate()}>
        Vorlage herunterladen
      </Anchor>
    </Text>
  </Card>
)

/** What comes next is brought into sight, for eyes and for the keyboard. */
const useNextStep = (run: RegistrationImport) => {
  const place = useRef<HTMLDivElement>(null)
  const step = run.drafts ? 'rows' : run.file ? 'columns' : 'file'
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    if (step === 'file') return
    place.current?.focus({ preventScroll: true })
    place.current?.scrollIntoView({ block: 'start' })
  }, [step])
  return { place, step }
}

/** ux §3.13 as a model: applications from a file, read, checked row by row, and taken at once. */
export const RegistrationImportPage = () => {
  const run = useRegistrationImport()
  const { place, step } = useNextStep(run)
  useUnsavedChanges(run.file !== undefined)
  const { file, mapping, fixed, source, drafts } = run
  return (
    <>
      <PageTitle
        breadcrumb={<Breadcrumb crumbs={[{ text: 'Bewerbungen', to: paths.registrations }]} current="Import" />}
      >
        Bewerbungen importieren
      </PageTitle>
      <Stack gap="md">
        <FileCard run={run} />
        {file && mapping && fixed && source && (
          <div ref={step === 'columns' ? place : undefined} tabIndex={-1}>
            <RegistrationImportColumnsCard
              file={file}
              mapping={mapping}
              fixed={fixed}
              filename={source.name}
              isRunning={run.step === 'check'}
              onMapping={run.setMapping}
              onFixed={run.setFixed}
              onSheet={run.readSheet}
              onCheck={() => void run.check()}
            />
          </div>
        )}
        {file && drafts && (
          <div ref={step === 'rows' ? place : undefined} tabIndex={-1}>
            <RegistrationImportRowsCard run={run} drafts={drafts} columns={file.columns} />
          </div>
        )}
        <RegistrationImportListCard />
      </Stack>
    </>
  )
}
