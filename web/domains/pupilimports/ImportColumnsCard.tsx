import { Alert, Card, List, Stack, Text, Title } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { ImportDetail } from '#contract/pupilimports/pupilimports.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { ImportColumnsTable } from './ImportColumnsTable.tsx'
import { ImportQuestionsField } from './ImportQuestionsField.tsx'
import { ImportReadingField } from './ImportReadingField.tsx'
import { rowsText } from './import-texts.ts'
import { type ImportColumns, useImportColumns } from './use-import-columns.ts'

const FORMATS: Record<ImportDetail['format'], string> = { xlsx: 'Excel', csv: 'CSV', schild: 'SchILD-NRW' }

const sourceText = ({ format, sheet, row_count }: ImportDetail) =>
  [FORMATS[format], ...(sheet === null ? [] : [`Blatt „${sheet}“`]), rowsText(row_count)].join(' · ')

/** What is still missing; takes the focus when somebody wants to go on all the same. */
const Problems = ({ columns: { problems, attempt } }: { columns: ImportColumns }) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempt > 0) box.current?.focus()
  }, [attempt])
  if (problems.length === 0) return null
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      color={attempt > 0 ? 'red' : 'yellow'}
      title="So lässt sich die Liste noch nicht prüfen"
      icon={<CircleAlert size={20} aria-hidden />}
    >
      <List>
        {problems.map((problem) => (
          <List.Item key={problem}>{problem}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

const ignoredText = (headings: readonly string[]) =>
  `${headings.length === 1 ? 'Die Spalte' : 'Die Spalten'} ${headings.map((one) => `„${one}“`).join(', ')} ${
    headings.length === 1 ? 'wird' : 'werden'
  } nicht übernommen: besonders geschützte Angaben (Art. 9 DSGVO) kommen über Listen nie ins System.`

interface CardProps {
  detail: ImportDetail
  onChecked: () => void
  /** Throws the import away. */
  discard: ReactNode
}

/** Step 2: guessed from the headings or remembered, and shown with the first rows (ux §3.13). */
export const ImportColumnsCard = ({ detail, onChecked, discard }: CardProps) => {
  const columns = useImportColumns(detail, onChecked)
  const { ignored_headings: ignored } = detail
  return (
    <Card component="section" aria-labelledby="import-columns">
      <Stack gap="md">
        <div>
          <Title order={2} id="import-columns">
            {detail.filename}
          </Title>
          <Text c="dimmed">{sourceText(detail)}</Text>
        </div>
        {detail.is_remembered && (
          <Text role="status">Eine Datei mit diesen Überschriften kam schon einmal: die Zuordnung ist von damals.</Text>
        )}
        <Problems columns={columns} />
        <ImportReadingField detail={detail} columns={columns} />
        {ignored.length > 0 && <Text className="sh-breaks sh-measure">{ignoredText(ignored)}</Text>}
        <ImportQuestionsField detail={detail} columns={columns} />
        <ImportColumnsTable detail={detail} columns={columns} />
        <ButtonRow>
          {discard}
          <ActionButton isRunning={columns.isRunning} onClick={() => void columns.goOn()}>
            Weiter: Prüfen
          </ActionButton>
        </ButtonRow>
      </Stack>
    </Card>
  )
}
