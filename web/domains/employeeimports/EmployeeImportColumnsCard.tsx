import { Alert, Button, NativeSelect, Stack, Text } from '@mantine/core'
import { counted } from '#contract/counted.ts'
import {
  EMPLOYEE_IMPORT_KEYS,
  EMPLOYEE_IMPORT_LABELS,
  importChoices,
} from '#contract/employeeimports/employeeimports.columns.ts'
import { ColumnMeaningsTable } from '#web/lists/ColumnMeaningsTable.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { type ChosenList, doubledKeys, missingKeys } from './employee-drafts.ts'
import classes from './employeeimports.module.css'
import type { EmployeeImport } from './use-employee-import.ts'

const SAMPLES = 3
const MEANINGS = EMPLOYEE_IMPORT_KEYS.map((key) => ({ value: key, label: EMPLOYEE_IMPORT_LABELS[key] }))
const CLASS_KEYS = ['responsible', 'deputy', 'assigned', 'schoolclass'] as const

interface ColumnsProps {
  run: EmployeeImport
  chosen: ChosenList
}

const columnsText = (count: number) => counted(count, 'Spalte', 'Spalten')

/** Once the rows are checked, the next step is below; the way back stays. */
const AssignedLine = ({ chosen: { file, mapping, source }, onUnfold }: ColumnsProps & { onUnfold: () => void }) => {
  const taken = mapping.filter((key) => key !== null).length
  const left = file.headings.length - taken
  return (
    <div className="sh-row sh-breaks sh-spread sh-gap-3 sh-rows-1">
      <span>{`„${source.name}“: ${columnsText(taken)} zugeordnet${left > 0 ? `, ${left} nicht übernommen` : ''}.`}</span>
      <Button variant="default" size="compact-md" onClick={onUnfold}>
        Zuordnung ändern
      </Button>
    </div>
  )
}

/** What the file lacks: the work of all people can be chosen here, everything else stands in the rows. */
const MissingFields = ({ run, chosen }: ColumnsProps) => {
  const missing = missingKeys(chosen)
  const typed = missing.filter((key) => key !== 'employee_type').map((key) => EMPLOYEE_IMPORT_LABELS[key])
  return (
    <>
      {typed.length > 0 && (
        <Alert color="yellow">
          {`Ohne Spalte: ${typed.join(', ')}. Ordnen Sie oben eine zu, oder tragen Sie die Angaben nach dem Prüfen in den Zeilen ein.`}
        </Alert>
      )}
      {missing.includes('employee_type') && (
        <NativeSelect
          label="Tätigkeit für alle Zeilen"
          maw={320}
          value={chosen.type}
          data={[{ value: '', label: 'in den Zeilen angeben' }, ...(importChoices('employee_type') ?? [])]}
          onChange={(event) => run.change({ type: event.currentTarget.value })}
        />
      )}
    </>
  )
}

/** Which classes are meant, and how the words of lists are understood. */
const ClassesText = ({ chosen: { file, mapping } }: Pick<ColumnsProps, 'chosen'>) => {
  if (!CLASS_KEYS.some((key) => mapping.includes(key))) return null
  if (file.school_year === null) return null
  return (
    <Text c="dimmed">
      {`Gemeint sind die Klassen des Schuljahrs ${file.school_year}. Eine Stellvertretung wird die zweite Klassenleitung; wer zum Beispiel als Bezugserzieher/in genannt ist, wird der Klasse zugeordnet.`}
    </Text>
  )
}

const ColumnsPart = ({ run, chosen }: ColumnsProps) => {
  const { file, mapping, source } = chosen
  const doubled = doubledKeys(mapping)
  return (
    <Stack gap="md">
      <Text c="dimmed">{`„${source.name}“: ${counted(file.rows.length, 'Zeile', 'Zeilen')}. Bitte prüfen Sie, ob die Spalten richtig verstanden sind und Umlaute stimmen.`}</Text>
      {file.sheets.length > 1 && (
        <NativeSelect
          label="Tabellenblatt"
          maw={320}
          value={file.sheet ?? ''}
          data={file.sheets}
          onChange={(event) => run.read(source, event.currentTarget.value)}
        />
      )}
      <ColumnMeaningsTable
        headings={file.headings}
        mapping={mapping}
        meanings={MEANINGS}
        doubled={doubled}
        onChoose={(column, key) => run.change({ mapping: mapping.with(column, key) })}
        choiceClass={classes.meaning}
        samples={{
          title: 'Die ersten Zeilen',
          className: 'sh-quiet sh-breaks',
          of: (column) =>
            [...new Set(file.rows.slice(0, SAMPLES).map(({ cells }) => cells[column]))].filter(Boolean).join(' · '),
        }}
      />
      <ClassesText chosen={chosen} />
      <MissingFields run={run} chosen={chosen} />
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

/** Step 2: what the columns of the file mean. */
export const EmployeeImportColumnsCard = ({
  isFolded,
  onUnfold,
  ...props
}: ColumnsProps & { isFolded: boolean; onUnfold: () => void }) => (
  <TitledCard id="import-columns" title="Spalten zuordnen" gap="xs">
    {isFolded ? <AssignedLine {...props} onUnfold={onUnfold} /> : <ColumnsPart {...props} />}
  </TitledCard>
)
