import type { ImportField } from '#contract/pupil-imports.columns.ts'
import { IMPORT_LABELS } from '#contract/pupil-imports.columns.ts'
import { IMPORT_VERDICT_LABELS, type ImportDecision, type ImportRow } from '#contract/pupil-imports.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import type { TableColumn } from '#web/ui/table-columns.ts'
import { ImportCellField } from './ImportCellField.tsx'
import { ImportDecisionField } from './ImportDecisionField.tsx'
import classes from './ImportRows.module.css'
import { VERDICT_LOOKS } from './import-texts.ts'
import type { RowChange } from './use-import-check.ts'

/** What is wrong with the row as a whole, and changes of what is no column of the file. */
const RowNotes = ({ row, fields }: { row: ImportRow; fields: readonly ImportField[] }) => (
  <>
    {row.problems
      .filter(({ field }) => field === null || !fields.includes(field))
      .map(({ field, message }) => (
        <span key={message} className={classes.message}>
          {field === null ? message : `${IMPORT_LABELS[field]}: ${message}`}
        </span>
      ))}
    {row.changes
      .filter(({ field }) => !fields.includes(field))
      .map(({ field, from, to }) => (
        <span key={field} className={classes.further}>
          {IMPORT_LABELS[field]}: {from ?? 'leer'} → {to ?? 'leer'}
        </span>
      ))}
  </>
)

interface RowActions {
  onChange: (line: number, change: RowChange) => Promise<ImportRow | undefined>
  onCompare: (row: ImportRow) => void
}

const isTabStop = (row: ImportRow, field: ImportField, fields: readonly ImportField[]) =>
  field === fields[0] && !row.problems.some((one) => one.field !== null)

/** Line and verdict, what will be done, then every column that is read. */
export const importRowColumns = (
  fields: readonly ImportField[],
  { onChange, onCompare }: RowActions,
): TableColumn<ImportRow>[] => [
  {
    key: 'line',
    title: 'Zeile',
    render: (row) => (
      <span className={classes.verdict}>
        <span className={classes.line}>Zeile {row.line}</span>
        <StatusChip {...VERDICT_LOOKS[row.verdict]}>{IMPORT_VERDICT_LABELS[row.verdict]}</StatusChip>
        <RowNotes row={row} fields={fields} />
      </span>
    ),
  },
  {
    key: 'decision',
    title: 'Was geschieht',
    render: (row) => (
      <ImportDecisionField
        row={row}
        onDecide={(line: number, decision: ImportDecision | null) => void onChange(line, { decision })}
        onCompare={onCompare}
      />
    ),
  },
  ...fields.map(
    (field): TableColumn<ImportRow> => ({
      key: field,
      title: IMPORT_LABELS[field],
      render: (row) => (
        <ImportCellField
          row={row}
          field={field}
          isFirst={isTabStop(row, field, fields)}
          onSave={async (line, cells) => (await onChange(line, { cells })) !== undefined}
        />
      ),
    }),
  ),
]
