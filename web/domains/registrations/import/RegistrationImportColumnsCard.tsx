import { Alert, Card, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { counted } from '#contract/counted.ts'
import { isSpecialHeading } from '#contract/headings.ts'
import type { RegistrationFile } from '#contract/registrations/registrations.import.ts'
import classes from '#web/domains/registrations/registrations.module.css'
import table from '#web/lists/plain-table.module.css'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { doubledKeys, type Fixed, type Mapping, missingColumns } from './use-registration-import.ts'

const SAMPLES = 3

interface FieldsProps {
  file: RegistrationFile
  mapping: Mapping
  fixed: Fixed
  onMapping: (mapping: Mapping) => void
  onFixed: (fixed: Fixed) => void
}

const MeaningField = ({ column, ...props }: Omit<FieldsProps, 'fixed' | 'onFixed'> & { column: number }) => {
  const { file, mapping, onMapping } = props
  const heading = file.headings[column] ?? ''
  if (isSpecialHeading(heading)) return <span className="sh-quiet sh-flush">wird nie übernommen</span>
  const key = mapping[column] ?? null
  return (
    <NativeSelect
      size="sm"
      aria-label={`Bedeutung der Spalte „${heading || column + 1}“`}
      value={key ?? ''}
      error={key && doubledKeys(mapping).includes(key) ? 'zwei Spalten zugeordnet' : undefined}
      data={[
        { value: '', label: 'nicht übernehmen' },
        ...file.columns.map((one) => ({ value: one.key, label: one.heading })),
      ]}
      onChange={(event) => onMapping(mapping.with(column, event.currentTarget.value || null))}
    />
  )
}

const ColumnsTable = (props: FieldsProps) => {
  const { headings, rows } = props.file
  return (
    <table className={`${table.table} ${table.stacked}`}>
      <caption className="sh-visually-hidden">Spalten der Datei und ihre Bedeutung</caption>
      <thead>
        <tr>
          <th scope="col">Spalte der Datei</th>
          <th scope="col">Bedeutung</th>
          <th scope="col">Die ersten Zeilen</th>
        </tr>
      </thead>
      <tbody>
        {headings.map((heading, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: headings may repeat, their places do not
          <tr key={column}>
            <th scope="row">{heading || `Spalte ${column + 1}`}</th>
            <td className={classes.meaning}>
              <MeaningField {...props} column={column} />
            </td>
            <td className="sh-quiet sh-breaks">
              {rows
                .slice(0, SAMPLES)
                .map(({ cells }) => cells[column])
                .filter((cell) => cell)
                .join(' · ')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What the file lacks: a choice for all rows, or a column nobody assigned. */
const MissingFields = ({ file, mapping, fixed, onFixed }: FieldsProps) => {
  const missing = missingColumns(file, mapping)
  if (missing.length === 0) return null
  const typed = missing.filter(({ choices }) => choices === null)
  return (
    <div>
      <Title order={3} mb="xs">
        Was der Datei fehlt
      </Title>
      {typed.length > 0 && (
        <Alert color="yellow" mb="sm">
          {`Ohne Spalte: ${typed.map(({ heading }) => heading).join(', ')}. Ordnen Sie oben eine Spalte zu, oder tragen Sie die Angaben nach dem Prüfen in den Zeilen ein.`}
        </Alert>
      )}
      <div className={`sh-grid sh-gap-3 ${classes.registrationImportFixed}`}>
        {missing.flatMap(({ key, heading, choices }) =>
          choices === null
            ? []
            : [
                <NativeSelect
                  key={key}
                  label={`${heading} (für alle Zeilen)`}
                  value={fixed[key] ?? ''}
                  data={[{ value: '', label: 'in den Zeilen angeben' }, ...choices]}
                  onChange={(event) => onFixed({ ...fixed, [key]: event.currentTarget.value })}
                />,
              ],
        )}
      </div>
    </div>
  )
}

interface RegistrationImportColumnsCardProps extends FieldsProps {
  filename: string
  isRunning: boolean
  onSheet: (sheet: string) => void
  onCheck: () => void
}

/** Step 2: what the columns of the file mean. */
export const RegistrationImportColumnsCard = (props: RegistrationImportColumnsCardProps) => {
  const { file, mapping, filename, isRunning, onSheet, onCheck } = props
  return (
    <Card component="section" aria-labelledby="import-columns">
      <Title order={2} id="import-columns" mb="xs">
        Spalten zuordnen
      </Title>
      <Stack gap="md">
        <Text c="dimmed">{`„${filename}“: ${counted(file.rows.length, 'Zeile', 'Zeilen')}. Bitte prüfen Sie, ob die Spalten richtig verstanden sind und Umlaute stimmen.`}</Text>
        {file.sheets.length > 1 && (
          <NativeSelect
            label="Tabellenblatt"
            maw={320}
            value={file.sheet ?? ''}
            data={file.sheets}
            onChange={(event) => onSheet(event.currentTarget.value)}
          />
        )}
        <ColumnsTable {...props} />
        <MissingFields {...props} />
        <div>
          <ActionButton data-primary isRunning={isRunning} disabled={doubledKeys(mapping).length > 0} onClick={onCheck}>
            Zeilen prüfen
          </ActionButton>
        </div>
      </Stack>
    </Card>
  )
}
