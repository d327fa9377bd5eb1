import { Alert, Card, List, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { IMPORT_LABELS } from '#contract/pupilimports/pupilimports.columns.ts'
import { IMPORT_MEANINGS, MEANING_LABELS } from '#contract/pupilimports/pupilimports.meanings.ts'
import { IMPORT_DELIMITERS, IMPORT_ENCODINGS, type ImportDetail } from '#contract/pupilimports/pupilimports.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { queryFor } from '#web/api/queries.ts'
import { ColumnMeaningsTable } from '#web/imports/ColumnMeaningsTable.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { rowsText } from './import-texts.ts'
import classes from './pupilimports.module.css'
import {
  type Answer,
  answerOf,
  doubledMeanings,
  freeColumns,
  type ImportColumns,
  isAsked,
  type Question,
  questionsOf,
  useImportColumns,
} from './use-import-columns.ts'

const MEANINGS = IMPORT_MEANINGS.map((value) => ({ value, label: MEANING_LABELS[value] }))

const firstRowsText = (count: number) => (count === 1 ? 'Die erste Zeile' : `Die ersten ${count} Zeilen`)

/** Each column of the file with what it means and what the first rows have in it. */
const ImportColumnsTable = ({ detail, columns }: { detail: ImportDetail; columns: ImportColumns }) => (
  <ColumnMeaningsTable
    headings={detail.headings}
    mapping={columns.mapping}
    meanings={MEANINGS}
    doubled={doubledMeanings(columns.mapping)}
    onChoose={columns.choose}
    choiceClass={classes.meaning}
    samples={{
      title: firstRowsText(detail.preview.length),
      of: (column) => (
        <ul className={`sh-plain-list sh-grid sh-quiet sh-gap-3 ${classes.samples}`}>
          {detail.preview.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other identity
            <li key={row}>{cells[column]}</li>
          ))}
        </ul>
      ),
    }}
  />
)

const ENCODING_LABELS: Record<(typeof IMPORT_ENCODINGS)[number], string> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252 (ältere Programme)',
  'iso-8859-15': 'ISO-8859-15 (Latin-9)',
}

const DELIMITER_LABELS: Record<(typeof IMPORT_DELIMITERS)[number], string> = {
  ';': 'Semikolon ;',
  ',': 'Komma ,',
  '\t': 'Tabulator',
  '|': 'Senkrechter Strich |',
}

interface ReadingProps {
  detail: ImportDetail
  columns: ImportColumns
}

const SheetField = ({ detail: { sheet, sheets }, columns }: ReadingProps) => (
  <NativeSelect
    label="Blatt"
    value={sheet ?? ''}
    data={sheets}
    onChange={(event) => void columns.readAs({ sheet: event.currentTarget.value })}
  />
)

/** How the file was read; where umlauts look wrong, another choice reads it anew (domain §6.3). */
const ImportReadingField = ({ detail, columns }: ReadingProps) => {
  const { encoding, delimiter, sheets } = detail
  if (encoding === null) return sheets.length > 1 ? <SheetField detail={detail} columns={columns} /> : null
  return (
    <div className="sh-wrap sh-gap-4">
      <NativeSelect
        label="Zeichensatz"
        description="Stimmen die Umlaute in den Beispielen?"
        value={encoding}
        data={IMPORT_ENCODINGS.map((value) => ({ value, label: ENCODING_LABELS[value] }))}
        onChange={(event) =>
          void columns.readAs({
            encoding: event.currentTarget.value as (typeof IMPORT_ENCODINGS)[number],
            delimiter: delimiter ?? undefined,
          })
        }
      />
      {delimiter !== null && (
        <NativeSelect
          label="Trennzeichen"
          description="Steht jede Angabe in einer eigenen Spalte?"
          value={delimiter}
          data={IMPORT_DELIMITERS.map((value) => ({ value, label: DELIMITER_LABELS[value] }))}
          onChange={(event) =>
            void columns.readAs({
              encoding,
              delimiter: event.currentTarget.value as (typeof IMPORT_DELIMITERS)[number],
            })
          }
        />
      )}
    </div>
  )
}

const LATER = 'later'
const optionsQuery = queryFor(pupilEndpoints.formOptions, {}, { quiet: true })

const toValue = (answer: Answer | undefined) => {
  if (answer === undefined || answer === LATER) return answer ?? ''
  return 'column' in answer ? `column ${answer.column}` : `text ${answer.text}`
}

const fromValue = (value: string): Answer | undefined => {
  if (value === '' || value === LATER) return value || undefined
  const [kind, said] = [value.slice(0, value.indexOf(' ')), value.slice(value.indexOf(' ') + 1)]
  return kind === 'column' ? { column: Number(said) } : { text: said }
}

interface Group {
  group: string
  items: { value: string; label: string }[]
}

const said = (text: string, label: string) => ({ value: toValue({ text }), label })
const GENDERS = [said('w', 'Alle weiblich'), said('m', 'Alle männlich'), said('d', 'Alle divers')]

/** What holds for all rows, or that the file does not say. */
const otherAnswers = (field: Question, classNames: readonly string[]): Group[] => {
  if (field === 'gender')
    return [
      { group: 'Für alle Kinder', items: GENDERS },
      { group: 'Steht nicht in der Datei', items: [{ value: LATER, label: 'Später eintragen (bis dahin divers)' }] },
    ]
  if (field !== 'schoolclass') return []
  return [
    { group: 'Für alle Kinder', items: classNames.map((name) => said(name, `Alle in ${name}`)) },
    { group: 'Steht nicht in der Datei', items: [{ value: LATER, label: 'Später eintragen' }] },
  ]
}

const QUESTIONS: Partial<Record<Question, string>> = {
  schoolclass: 'Keine Spalte nennt die Klasse. Wohin kommen die Kinder?',
  gender: 'Keine Spalte nennt das Geschlecht. Was wird eingetragen?',
  birthdate: 'Keine Spalte nennt das Geburtsdatum. Welche ist es?',
}
/** First name and last name share a question, because both may stand in one column. */
const NAME_QUESTION =
  'In welcher Spalte steht der Name? Stehen beide Namen in einer Spalte, wählen Sie unten „Vor- und Nachname“ oder „Nachname, Vorname“.'

const CONSEQUENCES: Partial<Record<Question, string>> = {
  schoolclass: 'Neue Kinder bekommen noch keine Klasse. Alle anderen behalten ihre.',
  gender: 'Neue Kinder zählen bis dahin als „divers“. Bei allen anderen ändert sich nichts.',
}

interface QuestionProps {
  field: Question
  detail: ImportDetail
  columns: ImportColumns
  classNames: readonly string[]
}

const QuestionField = ({ field, detail, columns, classNames }: QuestionProps) => {
  const { mapping, attempt } = columns
  const answer = answerOf(field, columns)
  const free = freeColumns(detail.headings, mapping, field)
  const groups: Group[] = [
    {
      group: 'Steht in der Spalte',
      items: free.map(({ column, heading }) => ({ value: toValue({ column }), label: heading })),
    },
    ...otherAnswers(field, classNames),
  ]
  return (
    <div>
      <NativeSelect
        label={IMPORT_LABELS[field]}
        description={QUESTIONS[field] ?? NAME_QUESTION}
        error={attempt > 0 && answer === undefined ? 'Bitte wählen Sie einen Wert.' : undefined}
        value={toValue(answer)}
        data={[{ value: '', label: 'Bitte wählen' }, ...groups.filter(({ items }) => items.length > 0)]}
        onChange={(event) => columns.answer(field, fromValue(event.currentTarget.value))}
      />
      {answer === LATER && (
        <Text role="status" mt={4} className="sh-quiet sh-flush">
          {CONSEQUENCES[field]}
        </Text>
      )}
    </div>
  )
}

/** What the file does not seem to say: without an answer nothing is checked, and nothing is guessed (ADR 0037). */
const ImportQuestionsField = ({ detail, columns }: Pick<QuestionProps, 'detail' | 'columns'>) => {
  // A question stays when a column is its answer, or the field that somebody is in would go away.
  const [asked, setAsked] = useState(() => questionsOf(columns.mapping))
  const open = questionsOf(columns.mapping)
  const isMore = open.some((field) => !asked.includes(field))
  if (isMore) setAsked([...asked, ...open.filter((field) => !asked.includes(field))])
  const { data } = useQuery({ ...optionsQuery, enabled: asked.some(isAsked) })
  const classNames = data?.schoolclasses.map(({ classgradePlain }) => classgradePlain) ?? []
  if (asked.length === 0) return null
  return (
    <section aria-labelledby="import-questions">
      <Title order={3} id="import-questions" mb="xs">
        Das fehlt in der Liste
      </Title>
      <div className={classes.questions}>
        {asked.map((field) => (
          <QuestionField key={field} field={field} detail={detail} columns={columns} classNames={classNames} />
        ))}
      </div>
    </section>
  )
}

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
