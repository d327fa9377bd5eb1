import { Alert, NativeSelect, Text, TextInput, Title } from '@mantine/core'
import type { ChangeEvent } from 'react'
import type { RegistrationFile } from '#contract/registrations/registrations.import.ts'
import { columnLabel } from '#contract/registrations/registrations.import-columns.ts'
import classes from '#web/domains/registrations/registrations.module.css'
import { ImportColumnsCard } from '#web/imports/ImportColumnsCard.tsx'
import {
  type ChosenFile,
  ENTRY_TYPE,
  entryOfBlankGrades,
  hasNumberedStreets,
  isForAllRows,
  linesByPerson,
  missingColumns,
  type RegistrationImport,
} from './use-registration-import.ts'

const FOR_ALL_ROWS_ID = 'import-for-all-rows'

/** Brings the answers for all rows into sight, with the cursor in the first open one. */
export const showForAllRows = () => {
  const place = document.getElementById(FOR_ALL_ROWS_ID)
  const fields = [...(place?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select') ?? [])]
  const open = fields.find(({ value }) => value === '') ?? fields[0]
  open?.focus({ preventScroll: true })
  place?.scrollIntoView({ block: 'center' })
}
const REACH = [
  { key: 'contacts.0.mail', text: 'E-Mail' },
  { key: 'contacts.0.phone', text: 'Telefon' },
]
const IN_THE_ROWS = 'in den Zeilen angeben'

interface ColumnsProps {
  run: RegistrationImport
  chosen: ChosenFile
}

interface ForAllRowsProps {
  column: RegistrationFile['columns'][number]
  run: RegistrationImport
  fixed: ChosenFile['fixed']
}

/** One answer that counts in every row; the rows themselves can still differ after the check. */
const FieldForAllRows = ({ column: { key, heading, choices }, run, fixed }: ForAllRowsProps) => {
  const field = {
    label: columnLabel(heading),
    value: fixed[key] ?? '',
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      run.change({ fixed: { ...fixed, [key]: event.currentTarget.value } }),
  }
  if (choices === null) return <TextInput {...field} placeholder={IN_THE_ROWS} autoComplete="off" />
  const open = key === ENTRY_TYPE ? [] : [{ value: '', label: IN_THE_ROWS }]
  return <NativeSelect {...field} data={[...open, ...choices]} />
}

/** What the file lacks: a choice for all rows, or a column nobody assigned. */
const MissingFields = ({ run, chosen }: ColumnsProps) => {
  const missing = missingColumns(chosen)
  if (missing.length === 0) return null
  const typed = missing.filter((column) => !isForAllRows(column))
  const shared = missing.filter(isForAllRows)
  return (
    <div>
      <Title order={3} mb="xs">
        Was der Datei fehlt
      </Title>
      {typed.length > 0 && (
        <Alert color="yellow" mb="sm">
          <p className="sh-flush sh-below-2">
            Ohne Spalte. Ordnen Sie oben eine zu, oder tragen Sie die Angaben nach dem Prüfen in den Zeilen ein.
          </p>
          <ul className="sh-bullets">
            {linesByPerson(typed).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Alert>
      )}
      {shared.length > 0 && (
        <fieldset id={FOR_ALL_ROWS_ID} className="sh-fieldset">
          <legend className="sh-fieldset sh-bold sh-below-1">Für alle Zeilen</legend>
          <div className={`sh-grid sh-gap-3 ${classes.cells}`}>
            {shared.map((column) => (
              <FieldForAllRows key={column.key} column={column} run={run} fixed={chosen.fixed} />
            ))}
          </div>
        </fieldset>
      )}
    </div>
  )
}

/** E-mail and telephone: an application is complete without them, but then nobody can answer the family. */
const MissingReach = ({ chosen: { mapping } }: Pick<ColumnsProps, 'chosen'>) => {
  const missing = REACH.filter(({ key }) => !mapping.includes(key)).map(({ text }) => text)
  if (missing.length === 0) return null
  return (
    <p className="sh-quiet sh-flush">
      {`Ohne Spalte, aber nicht Pflicht: ${missing.join(' und ')} der ersten sorgeberechtigten Person.`}
    </p>
  )
}

/** Step 2: what the columns of the file mean. */
export const RegistrationImportColumnsCard = ({
  run,
  chosen,
  ...folding
}: ColumnsProps & { isFolded: boolean; onUnfold: () => void }) => {
  const entry = entryOfBlankGrades(chosen)
  return (
    <ImportColumnsCard
      {...folding}
      {...chosen}
      run={run}
      meanings={chosen.file.columns.map(({ key, heading }) => ({ value: key, label: columnLabel(heading) }))}
      onChange={(mapping) => run.change({ mapping })}
    >
      {hasNumberedStreets(chosen) && (
        <Text c="dimmed">Die Hausnummer am Ende der Straße kommt beim Prüfen in ein eigenes Feld.</Text>
      )}
      {entry && <Text c="dimmed">{`Zeilen ohne Klassenstufe gelten als „${entry}“.`}</Text>}
      <MissingFields run={run} chosen={chosen} />
      <MissingReach chosen={chosen} />
    </ImportColumnsCard>
  )
}
