import { Anchor, Button, Card, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import { FILE_MESSAGES } from '#contract/formats.ts'
import {
  IMPORT_BYTES,
  IMPORT_LIMIT,
  type ImportSummary,
  pupilImportEndpoints,
} from '#contract/pupilimports/pupilimports.ts'
import { TABLE_FILE_TEXTS } from '#contract/table-files.ts'
import { ApiFailure, call, callForFile } from '#web/api/client.ts'
import { explainFailure, failureText } from '#web/api/errors.ts'
import { queryKey } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { FileField } from '#web/forms/FileField.tsx'
import { fixedTooLargeText } from '#web/forms/file-size.ts'
import { TableCard } from '#web/lists/TableCard.tsx'
import { paths } from '#web/paths.ts'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { ImportStepsCard } from './ImportStepsCard.tsx'
import { takeBackImport } from './import-actions.tsx'
import { importListQuery, keepImport } from './import-queries.ts'
import { IMPORT_TITLE, reportText, rowsText, STATE_LOOKS } from './import-texts.ts'

const IMPORT_ENDINGS = ['.xlsx', '.csv', '.txt', '.tsv', '.dat', '.zip'] as const
const NAME_MAX = 200

/** What can be said of a choice of files without reading them, in the words of spec §5. */
const fileRefusals = (files: readonly Pick<File, 'name' | 'size'>[]): string[] => [
  ...(files.length > 1 ? [FILE_MESSAGES.count(1)] : []),
  ...(files.some(({ size }) => size === 0) ? [TABLE_FILE_TEXTS.blank] : []),
  ...files.filter(({ size }) => size > IMPORT_BYTES).map((file) => fixedTooLargeText(file, IMPORT_LIMIT)),
  ...(files.some(({ name }) => !IMPORT_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending)))
    ? [FILE_MESSAGES.type]
    : []),
]

const send = async (file: File) => {
  const content = await file.arrayBuffer().catch(() => undefined)
  // Moved or changed since it was chosen.
  if (!content) throw new ApiFailure({ status: 422, body: { message: TABLE_FILE_TEXTS.unreadable } })
  const query = { filename: file.name.slice(-NAME_MAX) }
  return call(pupilImportEndpoints.upload, { query, body: new Uint8Array(content), idempotencyKey: randomKey() })
}

/** Sends a chosen file and goes on to its columns; a second one meanwhile is ignored (spec §4). */
const useImportFile = () => {
  const [errors, setErrors] = useState<string[]>([])
  const [isRunning, setRunning] = useState(false)
  const isBusy = useRef(false)
  const navigate = useNavigate()

  const refuse = async (failure: unknown) => {
    if (failure instanceof ApiFailure && failure.status !== 401 && failure.status !== 409)
      setErrors([failureText(failure)])
    else await explainFailure(failure)
  }
  const upload = async (file: File) => {
    isBusy.current = true
    setRunning(true)
    try {
      const detail = await send(file)
      await keepImport(detail)
      void queryClient.invalidateQueries({ queryKey: queryKey(pupilImportEndpoints.list) })
      await navigate({ to: paths.pupilImportRun(detail.id) })
    } catch (failure) {
      await refuse(failure)
    } finally {
      isBusy.current = false
      setRunning(false)
    }
  }
  return {
    errors,
    isRunning,
    take: async (files: readonly File[]) => {
      const [file] = files
      if (isBusy.current || !file) return
      const refusals = fileRefusals(files)
      setErrors(refusals)
      if (refusals.length === 0) await upload(file)
    },
  }
}

const HEADING_ID = 'import-heading'

const saveTemplate = () => callForFile(pupilImportEndpoints.template).then(saveFile, explainFailure)

/** Step 1: a file is dropped or chosen. */
const ImportFileField = () => {
  const { errors, isRunning, take } = useImportFile()
  return (
    <Card component="section" aria-labelledby={HEADING_ID}>
      <Title order={2} id={HEADING_ID} mb="xs">
        Datei wählen
      </Title>
      <FileField
        id="import"
        label="Datei mit der Liste"
        accept={IMPORT_ENDINGS}
        errors={errors}
        hint={
          <>
            <p>
              Excel (.xlsx) oder CSV, höchstens 10 MB und 20.000 Zeilen. Nötig sind Nachname, Vorname und Geburtsdatum.
            </p>
            <p>
              Auch Dateien aus SchILD-NRW (.dat); mehrere zusammen als ZIP. Wer in der Liste fehlt, wird nicht gelöscht.
            </p>
          </>
        }
        button={{ text: 'Datei wählen', icon: <FileUp size={20} aria-hidden />, isRunning }}
        onTake={(files) => void take(files)}
        isMain
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
}

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
const ImportListCard = () => {
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

/** The card says itself what cannot be loaded; a file can be chosen all the same. */
export const loadImports = () => queryClient.prefetchQuery(importListQuery)

/** Spec §2, ux §3.13: step 1 of an import, and all imports of the last days. */
export const PupilImportPage = () => (
  <>
    <PageTitle
      breadcrumb={<Breadcrumb crumbs={[{ text: 'Schülerinnen und Schüler', to: paths.pupils }]} current="Import" />}
    >
      {IMPORT_TITLE}
    </PageTitle>
    <Stack gap="md">
      <ImportStepsCard step={1} />
      <ImportFileField />
      <ImportListCard />
    </Stack>
  </>
)
