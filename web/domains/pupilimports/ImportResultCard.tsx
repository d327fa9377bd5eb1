import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Download, Undo2 } from 'lucide-react'
import { formatDateTime } from '#contract/dates.ts'
import type { ImportDetail } from '#contract/pupilimports/pupilimports.ts'
import { paths } from '#web/paths.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { takeBackImport } from './import-actions.tsx'
import { leftOutLines, reportFile, reportLines, undoLines } from './import-texts.ts'

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
export const ImportResultCard = ({ detail }: { detail: ImportDetail }) => {
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
