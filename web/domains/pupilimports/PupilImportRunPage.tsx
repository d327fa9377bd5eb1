import { Alert, Button, Card, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Download, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import { type ImportDetail, isImportRunning, mayChangeImport } from '#contract/pupilimports/pupilimports.ts'
import { ApiFailure } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { idInAddress } from '#web/shell/id-in-address.ts'
import type { PageProps } from '#web/shell/page-route.ts'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { EmptyState, NotLoaded } from '#web/ui/EmptyState.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { ImportCheckCard } from './ImportCheckCard.tsx'
import { ImportColumnsCard } from './ImportColumnsCard.tsx'
import { ImportStepsCard, STEPS } from './ImportStepsCard.tsx'
import { discardImport, takeBackImport, watchImport } from './import-actions.tsx'
import { importQuery } from './import-queries.ts'
import { IMPORT_TITLE, leftOutLines, reportFile, reportLines, rowsText, undoLines } from './import-texts.ts'

const saveReport = (detail: ImportDetail) =>
  saveFile({ name: `Import-Bericht-${detail.id}.txt`, content: reportFile(detail) })

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <ul className="sh-bullets sh-above-2">
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)

const UndoPart = ({ detail }: { detail: ImportDetail }) => {
  const { state, undo_until, undo_report } = detail
  if (state === 'undone') {
    return (
      <Alert color="yellow" title="Dieser Import ist rückgängig gemacht" role="status">
        {undo_report && <Lines lines={undoLines(undo_report)} />}
      </Alert>
    )
  }
  if (!undo_until) return <Text c="dimmed">Mehr als 24 Stunden her: nicht mehr rückgängig zu machen.</Text>
  return (
    <Text c="dimmed">Bis {formatDateTime(undo_until)} Uhr lässt sich der Import als Ganzes rückgängig machen.</Text>
  )
}

/** Step 4, done: what was written, and the way back for a day. */
const ImportResultCard = ({ detail }: { detail: ImportDetail }) => {
  const { state, report, finished_at, undo_until, filename, begun_by_name } = detail
  return (
    <Card component="section" aria-labelledby="import-result">
      <Stack gap="md">
        <div role="status">
          <Title order={2} id="import-result">
            {state === 'done' ? 'Der Import ist fertig' : 'Ergebnis des Imports'}
          </Title>
          <Text c="dimmed">
            {filename}
            {finished_at && `, ${formatDateTime(finished_at)}`}
            {begun_by_name && `, begonnen von ${begun_by_name}`}
          </Text>
          {report && <Lines lines={reportLines(report)} />}
        </div>
        {report &&
          leftOutLines(report).map((line) => (
            <Text key={line} className="sh-breaks sh-measure">
              {line}
            </Text>
          ))}
        <UndoPart detail={detail} />
        <Group gap="sm">
          <Button component={Link} to={paths.pupils}>
            Zur Liste
          </Button>
          <Button variant="default" leftSection={<Download size={20} aria-hidden />} onClick={() => saveReport(detail)}>
            Bericht herunterladen
          </Button>
          {undo_until && (
            <Button
              variant="default"
              leftSection={<Undo2 size={20} aria-hidden />}
              onClick={() => void takeBackImport(detail)}
            >
              Import rückgängig machen
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  )
}

const figure = (count: number) => count.toLocaleString('de-DE')

/** Step 4 while the job runs: it goes on without the page. */
const ImportRunningCard = ({ detail: { id, state, progress, row_count, begun_by_name } }: { detail: ImportDetail }) => {
  useEffect(() => watchImport(id), [id])
  const { done, total } = progress ?? { done: 0, total: row_count }
  const percent = total > 0 ? Math.min(100, (done / total) * 100) : 0
  return (
    <Card component="section" aria-labelledby="import-running">
      <Title order={2} id="import-running" mb="xs">
        {state === 'queued' ? 'Der Import beginnt gleich …' : 'Der Import läuft …'}
      </Title>
      {begun_by_name && <Text>Begonnen von {begun_by_name}.</Text>}
      <Progress value={percent} size="lg" my="md" aria-label="Import" />
      <Text className="sh-figures">
        {figure(done)} von {rowsText(total)}
      </Text>
      <Text c="dimmed" mt="sm">
        Sie können die Seite verlassen; eine Meldung sagt, wenn der Import fertig ist. Es wird alles geschrieben oder
        nichts.
      </Text>
    </Card>
  )
}

/** The page says itself when the import is gone or cannot be loaded. */
export const loadImport = async (page: PageProps) => queryClient.prefetchQuery(importQuery(idInAddress(page)))

/** Where the import stands; the columns may be looked at again until it is carried out. */
const stepOf = ({ state }: ImportDetail, wish: string | undefined) => {
  if (!mayChangeImport(state)) return 4
  return state === 'uploaded' || wish === '2' ? 2 : 3
}

const Gone = ({ text }: { text: string }) => (
  <EmptyState
    title={text}
    text="Dateien und ihre Zeilen werden nach 24 Stunden gelöscht; was importiert wurde, bleibt."
    action={
      <Button component={Link} to={paths.pupilImport}>
        Neuen Import beginnen
      </Button>
    }
  />
)

const DiscardButton = ({ detail }: { detail: ImportDetail }) => {
  const navigate = useNavigate()
  const discard = async () => {
    if (await discardImport(detail)) await navigate({ to: paths.pupilImport })
  }
  return (
    <Button variant="default" onClick={() => void discard()}>
      Import verwerfen
    </Button>
  )
}

const StepBody = ({ detail, step }: { detail: ImportDetail; step: number }) => {
  const navigate = useNavigate()
  const discard = <DiscardButton detail={detail} />
  const goTo = (wish: number) =>
    void navigate({ to: paths.pupilImportRun(detail.id), search: wish === 2 ? { schritt: '2' } : {} })
  if (step < 4 && !detail.has_rows) return <Gone text="Die Datei dieses Imports gibt es nicht mehr." />
  if (step === 2) {
    return (
      <ImportColumnsCard
        // Read anew the file may have other columns.
        key={detail.headings.join('\n')}
        detail={detail}
        onChecked={() => goTo(3)}
        discard={discard}
      />
    )
  }
  if (step === 3) return <ImportCheckCard detail={detail} onBack={() => goTo(2)} discard={discard} />
  return isImportRunning(detail.state) ? <ImportRunningCard detail={detail} /> : <ImportResultCard detail={detail} />
}

/** Ux §3.13, steps 2 to 4; the step follows from the import, so that a reload or another day goes on where one was. */
export const PupilImportRunPage = ({ params: { id = '' } }: PageProps) => {
  const { data: detail, error, refetch } = useQuery(importQuery(Number(id)))
  const wish = useUrlSearch().get('schritt')
  const isGone = error instanceof ApiFailure && error.status === 404
  const step = detail ? stepOf(detail, wish) : undefined
  let body: ReactNode = <LoadingText />
  if (isGone) body = <Gone text="Diesen Import gibt es nicht (mehr)." />
  else if (detail && step) {
    body = <StepBody detail={detail} step={step} />
  } else if (error) body = <NotLoaded onRetry={() => void refetch()} />
  return (
    <>
      <PageTitle
        documentTitle={step ? `Import, Schritt ${step} von ${STEPS.length}` : IMPORT_TITLE}
        breadcrumb={
          <Breadcrumb
            crumbs={[
              { text: 'Schülerinnen und Schüler', to: paths.pupils },
              { text: 'Import', to: paths.pupilImport },
            ]}
            current={detail && !isGone ? detail.filename : 'Import'}
          />
        }
      >
        {IMPORT_TITLE}
      </PageTitle>
      <Stack gap="md">
        {step && !isGone && <ImportStepsCard step={step} />}
        {body}
      </Stack>
    </>
  )
}
