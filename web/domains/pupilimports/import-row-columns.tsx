import { Button, NativeSelect } from '@mantine/core'
import { IMPORT_LABELS, type ImportField } from '#contract/pupilimports/pupilimports.columns.ts'
import { IMPORT_TEXTS } from '#contract/pupilimports/pupilimports.texts.ts'
import {
  IMPORT_DECISION_LABELS,
  IMPORT_VERDICT_LABELS,
  type ImportDecision,
  type ImportRow,
} from '#contract/pupilimports/pupilimports.ts'
import type { TableColumn } from '#web/lists/table-columns.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { goToCell, ImportCellField } from './ImportCellField.tsx'
import { VERDICT_LOOKS } from './import-texts.ts'
import { MatchLink } from './MatchLink.tsx'
import classes from './pupilimports.module.css'
import type { RowChange } from './use-import-check.ts'

type Facts = Pick<ImportRow, 'verdict' | 'problems' | 'matches'>

/** The same child or number stands in an earlier row of the file. */
const isRepeated = ({ problems }: Facts) => problems.some(({ field }) => field === null)

/** Whether somebody on record could be changed by this row. */
const mayUpdate = (row: Facts) => row.matches.length > 0 && !isRepeated(row)

/** What can be decided about a row; nothing where nothing would be written anyway. */
export const possibleDecisions = (row: Facts): ImportDecision[] => {
  if (row.verdict === 'same') return []
  if (row.verdict === 'error') return ['skip']
  if (row.verdict === 'new') return ['create', 'skip']
  if (row.verdict === 'changed') return ['update', 'skip']
  return mayUpdate(row) ? ['create', 'update', 'skip'] : ['create', 'skip']
}

const OPEN: Partial<Record<ImportRow['verdict'], string>> = {
  error: 'Nicht importieren',
  duplicate: 'Noch zu entscheiden',
}

interface DecisionProps {
  row: ImportRow
  onDecide: (line: number, decision: ImportDecision | null) => void
  onCompare: (row: ImportRow) => void
}

/** What is done with a row; of a possible duplicate the way to compare it. */
const ImportDecisionField = ({ row, onDecide, onCompare }: DecisionProps) => {
  const decisions = possibleDecisions(row)
  const decide = (decision: ImportDecision | null) => {
    // Which of several it is, only the comparison can ask.
    if (decision === 'update' && row.match_id === null && row.matches.length > 1) onCompare(row)
    else onDecide(row.line, decision)
  }
  const open = OPEN[row.verdict]
  if (decisions.length === 0) return <span className="sh-quiet sh-flush">bleibt, wie es ist</span>
  return (
    <span className={`sh-stack sh-shrinks ${classes.decision}`}>
      <NativeSelect
        size="xs"
        aria-label={`Zeile ${row.line}: was geschieht`}
        value={row.decision ?? ''}
        data={[
          ...(open ? [{ value: '', label: open }] : []),
          ...decisions.map((value) => ({ value, label: IMPORT_DECISION_LABELS[value] })),
        ]}
        onChange={(event) => decide((event.currentTarget.value || null) as ImportDecision | null)}
      />
      {row.verdict === 'duplicate' && row.matches.length > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Zeile ${row.line} vergleichen`}
          onClick={() => onCompare(row)}
        >
          Vergleichen
        </Button>
      )}
    </span>
  )
}

/** Names of cells of the row, each a way to it. */
const CellLinks = ({ row, fields, title }: { row: ImportRow; fields: readonly ImportField[]; title: string }) => (
  <span className={`sh-small sh-regular sh-wraps ${classes.links}`}>
    {title}{' '}
    {[...new Set(fields)].map((field, index) => (
      <span key={field}>
        {index > 0 && ', '}
        <button
          type="button"
          className={`sh-bare sh-linked ${classes.link}`}
          aria-label={`Zu ${IMPORT_LABELS[field]} in Zeile ${row.line}`}
          onClick={() => goToCell(row.line, field)}
        >
          {IMPORT_LABELS[field]}
        </button>
      </span>
    ))}
  </span>
)

const fieldsIn = (remarks: readonly { field: ImportField | null }[], fields: readonly ImportField[]) =>
  remarks.flatMap(({ field }) => (field !== null && fields.includes(field) ? [field] : []))

/** The children on record that the row is about; of a possible duplicate nobody knows that yet. */
const KnownChildren = ({ row: { verdict, matches } }: { row: Pick<ImportRow, 'verdict' | 'matches'> }) =>
  matches.length > 0 && (
    <span className={`sh-small sh-wraps ${classes.known}`}>
      <span className="sh-quiet">{verdict === 'duplicate' ? 'gibt es vielleicht schon:' : 'gibt es schon:'}</span>
      {matches.map((match) => (
        <MatchLink key={match.id} match={match} />
      ))}
    </span>
  )

/** Where something is wrong or changes, and what is to be said of no cell in sight. */
const RowNotes = ({ row, fields }: { row: ImportRow; fields: readonly ImportField[] }) => {
  const [wrong, changed] = [fieldsIn(row.problems, fields), fieldsIn(row.changes, fields)]
  // The link says it.
  const notes = row.notes.filter(({ message }) => message !== IMPORT_TEXTS.knownChild)
  return (
    <>
      <KnownChildren row={row} />
      {wrong.length > 0 && <CellLinks row={row} fields={wrong} title="Bitte prüfen:" />}
      {changed.length > 0 && <CellLinks row={row} fields={changed} title="Ändert:" />}
      {notes.map(({ field, message }) => (
        <span key={message} className={`sh-quiet sh-small sh-wraps ${classes.further}`}>
          {field === null ? message : `${IMPORT_LABELS[field]}: ${message}`}
        </span>
      ))}
      {row.problems
        .filter(({ field }) => field === null || !fields.includes(field))
        .map(({ field, message }) => (
          <span key={message} className={`sh-small sh-bad sh-wraps ${classes.message}`}>
            {field === null ? message : `${IMPORT_LABELS[field]}: ${message}`}
          </span>
        ))}
      {row.changes
        .filter(({ field }) => !fields.includes(field))
        .map(({ field, from, to }) => (
          <span key={field} className={`sh-quiet sh-small sh-wraps ${classes.further}`}>
            {IMPORT_LABELS[field]}: {from ?? 'leer'} → {to ?? 'leer'}
          </span>
        ))}
    </>
  )
}

interface RowActions {
  onChange: (line: number, change: RowChange) => Promise<ImportRow | undefined>
  onCompare: (row: ImportRow) => void
}

const isTabStop = (row: ImportRow, field: ImportField, fields: readonly ImportField[]) =>
  field === fields[0] && !row.problems.some((one) => one.field !== null)

/** Line, verdict and what will be done, then every column that is read. */
export const importRowColumns = (
  fields: readonly ImportField[],
  { onChange, onCompare }: RowActions,
): TableColumn<ImportRow>[] => [
  {
    key: 'line',
    title: 'Zeile und was geschieht',
    render: (row) => (
      <span className={`sh-stack sh-shrinks ${classes.verdict}`}>
        <span className="sh-bold">Zeile {row.line}</span>
        <StatusChip {...VERDICT_LOOKS[row.verdict]}>{IMPORT_VERDICT_LABELS[row.verdict]}</StatusChip>
        <RowNotes row={row} fields={fields} />
        <ImportDecisionField
          row={row}
          onDecide={(line: number, decision: ImportDecision | null) => void onChange(line, { decision })}
          onCompare={onCompare}
        />
      </span>
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
