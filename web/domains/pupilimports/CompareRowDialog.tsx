import { Button, Modal } from '@mantine/core'
import { formatDate } from '#contract/dates.ts'
import { IMPORT_LABELS } from '#contract/pupil-imports.columns.ts'
import { IMPORT_DECISION_LABELS, type ImportDecision, type ImportRow } from '#contract/pupil-imports.ts'
import { PUPIL_STATUS_LABELS } from '#contract/pupils.ts'
import { BASE, paths } from '#web/paths.ts'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { useOpened } from '#web/ui/use-opened.ts'
import classes from './ImportRows.module.css'
import { possibleDecisions } from './row-decisions.ts'

type Match = ImportRow['matches'][number]

const statusOf = ({ status }: Match) => PUPIL_STATUS_LABELS[status as keyof typeof PUPIL_STATUS_LABELS] ?? status

const LINES = [
  { field: 'lastname', of: (match: Match) => match.lastname },
  { field: 'firstname', of: (match: Match) => match.firstname },
  { field: 'birthdate', of: (match: Match) => formatDate(match.birthdate) },
  { field: 'status', of: statusOf },
] as const

interface DialogProps {
  row: ImportRow
  onDecide: (line: number, decision: ImportDecision) => void
  onGone: () => void
}

/** The row and whom it may be about, side by side (domain §3.3). */
export const CompareRowDialog = ({ row, onDecide, onGone }: DialogProps) => {
  const modal = useOpened(onGone)
  const { matches, cells, line } = row
  const decide = (decision: ImportDecision) => {
    onDecide(line, decision)
    modal.onClose()
  }
  return (
    <Modal {...modal} size={640} title={`Zeile ${line}: dasselbe Kind?`} classNames={{ title: classes.title ?? '' }}>
      <div className={classes.scroll}>
        <table className={classes.compared}>
          <caption className="sh-visually-hidden">Zeile der Datei und vorhandene Kinder</caption>
          <thead>
            <tr>
              <td />
              <th scope="col">In der Datei</th>
              {matches.map(({ id }) => (
                <th key={id} scope="col">
                  <a href={BASE + paths.pupil(id)} target="_blank" rel="noreferrer">
                    Schon vorhanden<span className="sh-visually-hidden"> (neuer Tab)</span>
                  </a>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {LINES.map(({ field, of }) => (
              <tr key={field}>
                <th scope="row">{IMPORT_LABELS[field]}</th>
                <td>{cells[field] ?? '–'}</td>
                {matches.map((match) => (
                  <td key={match.id} data-differs={cells[field] !== undefined && cells[field] !== of(match)}>
                    {of(match)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {matches.length > 1 && <p className={classes.quiet}>Aktualisiert wird das erste der vorhandenen Kinder.</p>}
      <ButtonRow align="end">
        <Button variant="default" onClick={modal.onClose}>
          Abbrechen
        </Button>
        {possibleDecisions(row).map((decision) => (
          <Button key={decision} variant="default" onClick={() => decide(decision)}>
            {IMPORT_DECISION_LABELS[decision]}
          </Button>
        ))}
      </ButtonRow>
    </Modal>
  )
}
