import { Button, NativeSelect, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { counted } from '#contract/counted.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { ColumnMeaningsTable } from './ColumnMeaningsTable.tsx'
import classes from './imports.module.css'
import { doubledKeys, type ImportRun, type ReadList } from './list-file.ts'

const SAMPLES = 3

interface ColumnsProps<Meaning extends string> {
  run: Pick<ImportRun, 'step' | 'read' | 'check'>
  source: File
  file: ReadList
  /** What each column means; null: it is not taken. */
  mapping: readonly (Meaning | null)[]
  meanings: readonly { value: Meaning; label: string }[]
  onChange: (mapping: (Meaning | null)[]) => void
  /** What this list lacks or says besides its columns. */
  children: ReactNode
}

interface ImportColumnsCardProps<Meaning extends string> extends ColumnsProps<Meaning> {
  /** The rows are checked and stand below. */
  isFolded: boolean
  onUnfold: () => void
}

type AssignedLineProps = Pick<ImportColumnsCardProps<string>, 'file' | 'mapping' | 'source' | 'onUnfold'>

/** Once the rows are checked, the next step is below; the way back stays. */
const AssignedLine = ({ file, mapping, source, onUnfold }: AssignedLineProps) => {
  const taken = mapping.filter((key) => key !== null).length
  const left = file.headings.length - taken
  return (
    <div className="sh-row sh-breaks sh-spread sh-gap-3 sh-rows-1">
      <span>
        {`„${source.name}“: ${counted(taken, 'Spalte', 'Spalten')} zugeordnet${left > 0 ? `, ${left} nicht übernommen` : ''}.`}
      </span>
      <Button variant="default" size="compact-md" onClick={onUnfold}>
        Zuordnung ändern
      </Button>
    </div>
  )
}

const ColumnsPart = <Meaning extends string>(props: ColumnsProps<Meaning>) => {
  const { run, source, file, mapping, meanings, onChange, children } = props
  const doubled = doubledKeys(mapping)
  return (
    <Stack gap="md">
      <Text c="dimmed">{`„${source.name}“: ${counted(file.rows.length, 'Zeile', 'Zeilen')}. Bitte prüfen Sie, ob die Spalten richtig verstanden sind und Umlaute stimmen.`}</Text>
      {file.sheets.length > 1 && (
        <NativeSelect
          label="Tabellenblatt"
          maw={320}
          value={file.sheet ?? ''}
          data={[...file.sheets]}
          onChange={(event) => run.read(source, event.currentTarget.value)}
        />
      )}
      <ColumnMeaningsTable
        headings={file.headings}
        mapping={mapping}
        meanings={meanings}
        doubled={doubled}
        onChoose={(column, key) => onChange(mapping.with(column, key))}
        choiceClass={classes.meaning}
        samples={{
          title: 'Die ersten Zeilen',
          className: 'sh-quiet sh-breaks',
          of: (column) =>
            [...new Set(file.rows.slice(0, SAMPLES).map(({ cells }) => cells[column]))].filter(Boolean).join(' · '),
        }}
      />
      {children}
      <div>
        <ActionButton
          data-primary
          isRunning={run.step === 'check'}
          disabled={doubled.length > 0}
          onClick={() => void run.check()}
        >
          Zeilen prüfen
        </ActionButton>
      </div>
    </Stack>
  )
}

/** Step 2 of an import: what the columns of the file mean. */
export const ImportColumnsCard = <Meaning extends string>({
  isFolded,
  onUnfold,
  ...props
}: ImportColumnsCardProps<Meaning>) => (
  <TitledCard id="import-columns" title="Spalten zuordnen" gap="xs">
    {isFolded ? <AssignedLine {...props} onUnfold={onUnfold} /> : <ColumnsPart {...props} />}
  </TitledCard>
)
