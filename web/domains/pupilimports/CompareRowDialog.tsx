import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDate } from '#contract/dates.ts'
import { GENDER_LABELS } from '#contract/genders.ts'
import { IMPORT_LABELS, type ImportField } from '#contract/pupilimports/pupilimports.columns.ts'
import type { ImportMatch } from '#contract/pupilimports/pupilimports.findings.ts'
import { IMPORT_DECISION_LABELS, type ImportDecision, type ImportRow } from '#contract/pupilimports/pupilimports.ts'
import { PUPIL_STATUS_LABELS } from '#contract/pupils/pupils.ts'
import { BASE } from '#web/base-path.ts'
import { paths } from '#web/paths.ts'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { useOpened } from '#web/ui/use-opened.ts'
import classes from './pupilimports.module.css'
import { possibleDecisions } from './row-decisions.ts'

const statusOf = ({ status }: ImportMatch) => PUPIL_STATUS_LABELS[status as keyof typeof PUPIL_STATUS_LABELS] ?? status

interface Line {
  title: string
  /** What of the row stands here. */
  fields: readonly ImportField[]
  of: (match: ImportMatch) => string | null
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

/** A line of the table: what it is, what the file says, what each child on record has. */
const Compared = ({
  title,
  file,
  matches,
  cell,
}: Pick<Line, 'title'> & {
  file: ReactNode
  matches: readonly ImportMatch[]
  cell: (match: ImportMatch) => { text: ReactNode; isOther?: boolean }
}) => (
  <tr>
    <th scope="row">{title}</th>
    <td>{file}</td>
    {matches.map((match) => {
      const { text, isOther = false } = cell(match)
      return (
        <td key={match.id} data-differs={isOther}>
          {text}
        </td>
      )
    })}
  </tr>
)

const nameOf = ({ firstname, lastname, schoolclass }: ImportMatch) =>
  `${firstname} ${lastname}${schoolclass ? `, ${schoolclass}` : ''}`

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
  const updateOf = ({ id }: ImportMatch) => (
    <Button size="compact-sm" variant="default" onClick={() => decide('update', id)}>
      Dieses Kind aktualisieren
    </Button>
  )
  const mayUpdate = decisions.includes('update')
  return (
    <Modal {...modal} size={760} title={`Zeile ${line}: dasselbe Kind?`}>
      <div className="sh-below-4 sh-scrolls">
        <table className={`sh-table ${classes.compared}`}>
          <caption className="sh-visually-hidden">Zeile der Datei und vorhandene Kinder</caption>
          <thead>
            <tr>
              <td />
              <th scope="col">In der Datei</th>
              {matches.map((match) => (
                <th key={match.id} scope="col">
                  <span className="sh-quiet sh-small sh-regular sh-block">Schon vorhanden:</span>
                  <a href={BASE + paths.pupil(match.id)} target="_blank" rel="noreferrer">
                    {nameOf(match)}
                    <span className="sh-visually-hidden"> (neuer Tab)</span>
                  </a>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {LINES.map(({ title, fields, of }) => (
              <Compared
                key={title}
                title={title}
                file={textOf(row, fields)}
                matches={matches}
                cell={(match) => ({ text: of(match) || '–', isOther: differs(match, fields) })}
              />
            ))}
            {mayUpdate && (
              <Compared
                title="Aktualisieren ändert"
                file=""
                matches={matches}
                cell={(match) => ({ text: <Changes match={match} /> })}
              />
            )}
            {mayUpdate && matches.length > 1 && (
              <Compared title="Auswahl" file="" matches={matches} cell={(match) => ({ text: updateOf(match) })} />
            )}
          </tbody>
        </table>
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
