import { Button, Checkbox } from '@mantine/core'
import {
  LIST_COLUMNS,
  type ListColumn,
  PUPIL_LIST_COLUMNS,
  USUAL_LIST_COLUMNS,
} from '#contract/pupils/pupil-list-columns.ts'
import { COLUMN_GROUPS } from './export-texts.ts'
import classes from './PupilExportWidget.module.css'

const NAMES_ONLY: readonly ListColumn[] = ['Nachname', 'Namensvorsatz', 'Vorname', 'Klasse']

const between = (from: ListColumn, until: ListColumn) =>
  LIST_COLUMNS.slice(LIST_COLUMNS.indexOf(from), LIST_COLUMNS.indexOf(until) + 1)

/** The column as people read it; the heading in the file uses an underscore. */
const shown = (column: ListColumn) => column.replace('_', ': ')

interface ExportColumnsFieldProps {
  value: readonly ListColumn[]
  onChange: (columns: readonly ListColumn[]) => void
  error: string | undefined
}

/** Which columns the list has; no more than are needed. */
export const ExportColumnsField = ({ value, onChange, error }: ExportColumnsFieldProps) => (
  <Checkbox.Group
    label="Spalten"
    description="Bitte nur, was gebraucht wird."
    value={[...value]}
    onChange={(columns) => onChange(columns as ListColumn[])}
  >
    {error && (
      <p className={classes.refusal} role="alert">
        {error}
      </p>
    )}
    <div className={`sh-wrap sh-gap-2 ${classes.presets}`}>
      <Button variant="subtle" px="xs" onClick={() => onChange(USUAL_LIST_COLUMNS)}>
        Übliche Spalten
      </Button>
      <Button variant="subtle" px="xs" onClick={() => onChange(PUPIL_LIST_COLUMNS)}>
        Ganze Schülerliste
      </Button>
      <Button variant="subtle" px="xs" onClick={() => onChange(NAMES_ONLY)}>
        Nur Name und Klasse
      </Button>
    </div>
    {COLUMN_GROUPS.map(({ title, from, until }) => (
      <fieldset key={title} className={`sh-fieldset sh-below-4 ${classes.group}`}>
        <legend>{title}</legend>
        <div className={`sh-grid sh-gap-4 sh-rows-2 ${classes.columns}`}>
          {between(from, until).map((column) => (
            <Checkbox key={column} value={column} label={shown(column)} />
          ))}
        </div>
      </fieldset>
    ))}
  </Checkbox.Group>
)
