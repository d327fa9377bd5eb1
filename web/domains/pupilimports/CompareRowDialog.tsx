import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDate } from '#contract/dates.ts'
import { GENDER_LABELS } from '#contract/genders.ts'
import { IMPORT_LABELS, type ImportField } from '#contract/pupilimports/pupilimports.columns.ts'
import type { ImportMatch } from '#contract/pupilimports/pupilimports.findings.ts'
import { IMPORT_DECISION_LABELS, type ImportDecision, type ImportRow } from '#contract/pupilimports/pupilimports.ts'
import { PUPIL_STATUS_LABELS } from '#contract/pupils/pupils.ts'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { useOpened } from '#web/ui/use-opened.ts'
import { possibleDecisions } from './import-row-columns.tsx'
import { MatchLink } from './MatchLink.tsx'
import classes from './pupilimports.module.css'

const statusOf = ({ status }: ImportMatch) => PUPIL_STATUS_LABELS[status as keyof typeof PUPIL_STATUS_LABELS] ?? status

interface Line {
  title: string
  /** The columns of the file that say it. */
  fields: readonly ImportField[]
  of: (match: ImportMatch) => ReactNode
}

const LINES: readonly Line[] = [
  { title: IMPORT_LABELS.lastname, fields: ['lastname'], of: ({ lastname }) => lastname },
  { title: IMPORT_LABELS.firstname, fields: ['firstname'], of: ({ firstname }) => firstname },
  { title: IMPORT_LABELS.birthdate, fields: ['birthdate'], of: ({ birthdate }) => formatDate(birthdate) },
  { title: IMPORT_LABELS.gender, fields: ['gender'], of: ({ gender }) => GENDER_LABELS[gender] },
  { title: IMPORT_LABELS.schoolclass, fields: ['schoolclass'], of: ({ schoolclass }) => schoolclass },
  {
    title: 'Anschrift',
    fields: ['address_extra', 'street', 'house_number', 'zip', 'city'],
    of: ({ address }) => address,
  },
  { title: IMPORT_LABELS.status, fields: ['status'], of: statusOf },
]

const textOf = ({ cells, read }: ImportRow, fields: readonly ImportField[]) =>
  fields.flatMap((field) => read[field] ?? cells[field] ?? []).join(' ') || '–'

const differs = ({ changes }: ImportMatch, fields: readonly ImportField[]) =>
  changes.some(({ field }) => fields.includes(field))

/** What an update would write over, field by field. */
const Changes = ({ match: { changes } }: { match: ImportMatch }) =>
  changes.length === 0 ? (
    'nichts'
  ) : (
    <ul className={classes.changes}>
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          {IMPORT_LABELS[field]}: <s className="sh-quiet">{from ?? 'leer'}</s> → {to ?? 'leer'}
        </li>
      ))}
    </ul>
  )

/** What the file says and what each child on record has, line by line. */
const columnsFor = (row: ImportRow): PlainColumn<Line>[] => [
  { title: '', isName: true, cell: ({ title }) => title },
  { title: 'In der Datei', cell: ({ fields }) => fields.length > 0 && textOf(row, fields) },
  ...row.matches.map(
    (match): PlainColumn<Line> => ({
      title: String(match.id),
      head: (
        <>
          <span className="sh-quiet sh-small sh-regular sh-block">Schon vorhanden:</span>
          <MatchLink match={match} />
        </>
      ),
      cell: ({ of }) => of(match) || '–',
      cellProps: ({ fields }) => ({ 'data-differs': differs(match, fields) }),
    }),
  ),
]

interface DialogProps {
  row: ImportRow
  onDecide: (line: number, choice: { decision: ImportDecision; match_id?: number }) => void
  onGone: () => void
}

/** The row and whom it may be about, side by side (domain §3.3). */
export const CompareRowDialog = ({ row, onDecide, onGone }: DialogProps) => {
  const modal = useOpened(onGone)
  const { matches, line } = row
  const decisions = possibleDecisions(row)
  const decide = (decision: ImportDecision, match_id?: number) => {
    onDecide(line, { decision, ...(match_id !== undefined && { match_id }) })
    modal.onClose()
  }
  const changes: Line = { title: 'Aktualisieren ändert', fields: [], of: (match) => <Changes match={match} /> }
  const choice: Line = {
    title: 'Auswahl',
    fields: [],
    of: ({ id }) => (
      <Button size="compact-sm" variant="default" onClick={() => decide('update', id)}>
        Dieses Kind aktualisieren
      </Button>
    ),
  }
  const mayUpdate = decisions.includes('update')
  return (
    <Modal {...modal} size={760} title={`Zeile ${line}: dasselbe Kind?`}>
      <div className="sh-below-4 sh-scrolls">
        <PlainTable
          isBare
          className={classes.compared}
          caption="Zeile der Datei und vorhandene Kinder"
          columns={columnsFor(row)}
          rows={[...LINES, ...(mayUpdate ? [changes] : []), ...(mayUpdate && matches.length > 1 ? [choice] : [])]}
          rowKey={({ title }) => title}
        />
      </div>
      <ButtonRow align="end">
        <Button variant="subtle" onClick={modal.onClose}>
          Abbrechen
        </Button>
        {decisions
          .filter((decision) => decision !== 'update' || matches.length === 1)
          .map((decision) => (
            <Button
              key={decision}
              variant={decision === 'update' ? 'filled' : 'default'}
              onClick={() => decide(decision)}
            >
              {IMPORT_DECISION_LABELS[decision]}
            </Button>
          ))}
      </ButtonRow>
    </Modal>
  )
}
