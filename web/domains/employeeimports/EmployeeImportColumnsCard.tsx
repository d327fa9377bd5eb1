import { Alert, NativeSelect, Text } from '@mantine/core'
import {
  EMPLOYEE_IMPORT_KEYS,
  EMPLOYEE_IMPORT_LABELS,
  importChoices,
} from '#contract/employeeimports/employeeimports.columns.ts'
import { ImportColumnsCard } from '#web/imports/ImportColumnsCard.tsx'
import { type ChosenList, missingKeys } from './employee-drafts.ts'
import type { EmployeeImport } from './use-employee-import.ts'

const MEANINGS = EMPLOYEE_IMPORT_KEYS.map((key) => ({ value: key, label: EMPLOYEE_IMPORT_LABELS[key] }))
const CLASS_KEYS = ['responsible', 'deputy', 'assigned', 'schoolclass'] as const

interface ColumnsProps {
  run: EmployeeImport
  chosen: ChosenList
}

/** What the file lacks: the work of all people can be chosen here, everything else stands in the rows. */
const MissingFields = ({ run, chosen }: ColumnsProps) => {
  const missing = missingKeys(chosen)
  const typed = missing
    .filter((key) => key === 'lastname' || key === 'firstname')
    .map((key) => EMPLOYEE_IMPORT_LABELS[key])
  return (
    <>
      {typed.length > 0 && (
        <Alert color="yellow">
          {`Ohne Spalte: ${typed.join(', ')}. Ordnen Sie oben eine zu, oder tragen Sie die Angaben nach dem Prüfen in den Zeilen ein.`}
        </Alert>
      )}
      {missing.includes('short_name') && <Text c="dimmed">Ein Kürzel, das fehlt, schlägt das Prüfen vor.</Text>}
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
  const blank = mapping.includes('schoolclass') ? ' Eine Klasse ohne Funktion gilt als zugeordnet.' : ''
  return (
    <Text c="dimmed">
      {`Gemeint sind die Klassen des Schuljahrs ${file.school_year}. Eine Stellvertretung wird die zweite Klassenleitung; wer zum Beispiel als Bezugserzieher/in genannt ist, wird der Klasse zugeordnet.${blank}`}
    </Text>
  )
}

/** Step 2: what the columns of the file mean. */
export const EmployeeImportColumnsCard = ({
  run,
  chosen,
  ...folding
}: ColumnsProps & { isFolded: boolean; onUnfold: () => void }) => (
  <ImportColumnsCard
    {...folding}
    {...chosen}
    run={run}
    meanings={MEANINGS}
    onChange={(mapping) => run.change({ mapping })}
  >
    <ClassesText chosen={chosen} />
    <MissingFields run={run} chosen={chosen} />
  </ImportColumnsCard>
)
