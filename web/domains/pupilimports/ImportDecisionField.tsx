import { Button, NativeSelect } from '@mantine/core'
import { IMPORT_DECISION_LABELS, type ImportDecision, type ImportRow } from '#contract/pupilimports/pupilimports.ts'
import classes from './pupilimports.module.css'
import { possibleDecisions } from './row-decisions.ts'

const OPEN: Partial<Record<ImportRow['verdict'], string>> = {
  error: 'wird nicht importiert',
  duplicate: 'noch zu entscheiden',
}

interface DecisionProps {
  row: ImportRow
  onDecide: (line: number, decision: ImportDecision | null) => void
  onCompare: (row: ImportRow) => void
}

/** What is done with a row; of a possible duplicate the way to compare it. */
export const ImportDecisionField = ({ row, onDecide, onCompare }: DecisionProps) => {
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
