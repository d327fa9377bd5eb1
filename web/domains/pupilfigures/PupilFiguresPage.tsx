import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { childrenText } from '#contract/counted.ts'
import { addDays, formatDate, isIsoDay } from '#contract/dates.ts'
import { type FigureKey, figureFieldLabel } from '#contract/pupilfigures/figure-fields.ts'
import type { FigureTable } from '#contract/pupilfigures/figure-sheets.ts'
import { pupilFigureEndpoints as endpoints, type PupilFigures } from '#contract/pupilfigures/pupilfigures.ts'
import { useSignedIn, useToday } from '#web/api/base-data.ts'
import { callForFile } from '#web/api/client.ts'
import { queryFor } from '#web/api/queries.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { DateField } from '#web/forms/DateField.tsx'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState, NotLoaded } from '#web/ui/EmptyState.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { FigureTableCard } from './FigureTableCard.tsx'
import { type FigurePageState, fieldsFor, figurePageState } from './figure-page-query.ts'
import classes from './pupilfigures.module.css'

const TITLE = 'Zahlen für das Schulamt'
const DAYS_OF_YEAR = 365

const useFigurePage = () => {
  const today = useToday()
  const permissions = useSignedIn()?.permissions ?? []
  const state = figurePageState(useUrlSearch(), { today, permissions })
  const figures = useQuery(
    queryFor(
      endpoints.get,
      { query: { day: state.day, tables: state.names.join(',') } },
      { quiet: true, keepPrevious: true },
    ),
  )
  return { state, figures, today, permissions }
}

/** A half typed day is not asked for. */
const DayField = ({ state, today }: { state: FigurePageState; today: string }) => {
  const [typed, setTyped] = useState<string>()
  const change = (text: string) => {
    setTyped(isIsoDay(text) ? undefined : text)
    if (isIsoDay(text)) state.setDay(text)
  }
  return (
    <div>
      <DateField label="Stichtag" value={typed ?? state.day} onChange={change} today={today} />
      <p role="status" className="sh-quiet sh-small sh-flush">
        {typed !== undefined && `Gezeigt wird noch der ${formatDate(state.day)}.`}
      </p>
    </div>
  )
}

interface FieldsProps {
  table: FigureTable
  fields: readonly FigureKey[]
  onChange: (table: FigureTable) => void
}

/** What rows and columns count by; the same field twice turns the table round. */
const TableFields = ({ table, fields, onChange }: FieldsProps) => {
  const options = fields.map((key) => ({ value: key, label: figureFieldLabel(key) }))
  const keyOf = (text: string) => fields.find((key) => key === text)
  const setRows = (rows = table.rows) =>
    onChange({ rows, columns: rows === table.columns ? table.rows : table.columns })
  const setColumns = (columns: FigureKey | undefined) =>
    onChange(
      columns === table.rows && table.columns
        ? { rows: table.columns, columns }
        : { ...table, columns: columns ?? null },
    )
  return (
    <>
      <NativeSelect
        label="Zeilen"
        value={table.rows}
        data={options}
        onChange={(event) => setRows(keyOf(event.currentTarget.value))}
      />
      <NativeSelect
        label="Spalten"
        value={table.columns ?? ''}
        data={[
          { value: '', label: 'keine, nur Summen' },
          ...options.filter(({ value }) => value !== table.rows || table.columns),
        ]}
        onChange={(event) => setColumns(keyOf(event.currentTarget.value))}
      />
    </>
  )
}

const PRESET = 'autumn'
const OWN = 'own'

const Choices = ({ state, today, permissions }: Omit<ReturnType<typeof useFigurePage>, 'figures'>) => (
  <div className={`sh-wrap sh-below-4 sh-gap-4 sh-rows-2 sh-screen-only ${classes.choices}`}>
    <DayField state={state} today={today} />
    <NativeSelect
      label="Was gezählt wird"
      value={state.own ? OWN : PRESET}
      data={[
        { value: PRESET, label: 'Herbststatistik (Brandenburg)' },
        { value: OWN, label: 'Eigene Tabelle' },
      ]}
      onChange={(event) => (event.currentTarget.value === OWN ? state.startOwn() : state.setOwn(undefined))}
    />
    {state.own && <TableFields table={state.own} fields={fieldsFor(permissions)} onChange={state.setOwn} />}
  </div>
)

const FiguresFileButton = ({ state }: { state: FigurePageState }) => {
  const { save, isRunning } = useSavedFile()
  return (
    <ActionButton
      variant="default"
      isRunning={isRunning}
      leftSection={<Download size={20} aria-hidden />}
      onClick={() => void save(() => callForFile(endpoints.export, { body: { day: state.day, tables: state.names } }))}
    >
      Excel
    </ActionButton>
  )
}

/** What the number of a day that is not near today means; undefined: it needs no explanation. */
const dayHint = (day: string, today: string) => {
  if (day > today)
    return 'Dieser Tag liegt in der Zukunft. Gezählt wird, wer nach dem heutigen Stand dann an der Schule ist. Neue Kinder, Abgänge und der Schuljahreswechsel zählen nur, wenn sie schon eingetragen sind.'
  if (day < addDays(today, -DAYS_OF_YEAR))
    return 'Dieser Tag liegt mehr als ein Jahr zurück. Kinder, deren Daten inzwischen gelöscht sind oder nie eingetragen wurden, fehlen.'
  return undefined
}

const FiguresBody = ({ figures, today }: { figures: PupilFigures; today: string }) => {
  const { day, total, tables } = figures
  const when = day === today ? 'heute' : `am ${formatDate(day)}`
  const hint = dayHint(day, today)
  if (total === 0)
    return (
      <EmptyState
        title={
          day > today ? `Für den ${formatDate(day)} ist kein Kind eingetragen.` : `Kein Kind war ${when} an der Schule.`
        }
        text={[hint, 'Bitte wählen Sie einen anderen Tag.'].filter(Boolean).join(' ')}
      />
    )
  return (
    <>
      {hint && <p className="sh-measure sh-warn sh-flush sh-below-3">{hint}</p>}
      <p className="sh-measure sh-flush sh-below-4">
        <strong>{`${childrenText(total)} ${when === 'heute' ? `heute, am ${formatDate(day)},` : when} an der Schule`}</strong>
        {
          ', ohne Gäste und künftige. Klassen und Stufen gelten für diesen Tag. Sprachen, Staatsangehörigkeiten und Hort stehen so da, wie sie jetzt eingetragen sind.'
        }
        <span className="sh-screen-only"> Jede Zahl führt zu ihren Kindern.</span>
      </p>
      <div className={classes.tables}>
        {tables.map((numbers) => (
          <FigureTableCard key={`${numbers.rows_by}.${numbers.columns_by}`} numbers={numbers} day={day} total={total} />
        ))}
      </div>
    </>
  )
}

/** Numbers of children on a day, as authorities ask for them; each number opens its list (ADR 0063). */
export const PupilFiguresPage = () => {
  const page = useFigurePage()
  const { figures, state, today } = page
  return (
    <>
      <PageHead
        crumbs={[{ text: 'Schülerinnen und Schüler', to: paths.pupils }]}
        actions={
          figures.data && (
            <>
              <PrintButton />
              <FiguresFileButton state={state} />
            </>
          )
        }
      >
        {TITLE}
      </PageHead>
      <Choices {...page} />
      {figures.data && <FiguresBody figures={figures.data} today={today} />}
      {!figures.data && (figures.isError ? <NotLoaded onRetry={() => void figures.refetch()} /> : <LoadingText />)}
    </>
  )
}
