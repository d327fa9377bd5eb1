import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDate } from '#contract/dates.ts'
import { listName } from '#contract/person-names.ts'
import type { DueRow, HeldRow } from '#contract/retentions/retentions.ts'
import { useToday } from '#web/api/base-data.ts'
import table from '#web/lists/plain-table.module.css'
import { paths } from '#web/paths.ts'
import { endHold, type HeldChild, restoreHeld } from './end-hold.ts'
import classes from './retentions.module.css'

type Row = Pick<
  DueRow,
  'registration_id' | 'number' | 'child_firstname' | 'child_lastname' | 'desired_grade' | 'school_year' | 'is_binned'
>

const nameOf = ({ child_firstname, child_lastname }: Row) =>
  listName({ firstname: child_firstname, lastname: child_lastname })

const childOf = (row: Row & Partial<Pick<HeldRow, 'hold'>>): HeldChild => ({
  id: row.registration_id,
  name: nameOf(row),
  hold: row.hold ?? null,
})

interface FrameProps {
  caption: string
  heads: readonly string[]
  children: ReactNode
}

const Frame = ({ caption, heads, children }: FrameProps) => (
  <table className={`${table.table} ${table.stacked} ${classes.table}`}>
    <caption className="sh-visually-hidden">{caption}</caption>
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
        <th scope="col" className={classes.buttons}>
          <span className="sh-visually-hidden">Aktion</span>
        </th>
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)

const ChildCells = ({ row }: { row: Row }) => (
  <>
    <th scope="row">
      {row.is_binned ? (
        <>
          {nameOf(row)}
          <div className="sh-quiet sh-breaks sh-flush">im Papierkorb</div>
        </>
      ) : (
        <Link to={paths.registration(row.registration_id)}>{nameOf(row)}</Link>
      )}
    </th>
    <td data-label="Bewerbung" className="sh-figures">
      {row.number}
    </td>
    <td data-label="Platz">{`Klassenstufe ${row.desired_grade}, ${row.school_year}`}</td>
  </>
)

/** What lies in the bin has no page: the way out stands here. */
const RestoreButton = ({ row }: { row: Row }) =>
  row.is_binned && (
    <>
      <Button
        variant="default"
        size="compact-md"
        aria-label={`Wiederherstellen: ${nameOf(row)}`}
        onClick={() => void restoreHeld(childOf(row))}
      >
        Wiederherstellen
      </Button>{' '}
    </>
  )

interface DueTableProps {
  caption: string
  rows: readonly DueRow[]
  onHold: (child: HeldChild) => void
}

/** What came due after the last night had run is still here. */
const DueDay = ({ row: { action, due_on } }: { row: DueRow }) => {
  const today = useToday()
  const isOverdue = action !== 'ask' && due_on <= today
  return (
    <>
      <time dateTime={due_on}>{formatDate(due_on)}</time>
      {isOverdue && <div className="sh-quiet sh-breaks sh-flush">wird in der nächsten Nacht gelöscht</div>}
    </>
  )
}

/** What goes for one reason, the soonest first. */
export const DueTable = ({ caption, rows, onHold }: DueTableProps) => (
  <Frame caption={caption} heads={['Name', 'Bewerbung', 'Platz', rows[0]?.action === 'ask' ? 'Seit' : 'Am']}>
    {rows.map((row) => (
      <tr key={row.registration_id}>
        <ChildCells row={row} />
        <td data-label={row.action === 'ask' ? 'Seit' : 'Am'}>
          <DueDay row={row} />
        </td>
        <td data-align="end" className={classes.buttons}>
          <RestoreButton row={row} />
          <Button
            variant="default"
            size="compact-md"
            aria-label={`Löschung aussetzen: ${nameOf(row)}`}
            onClick={() => onHold(childOf(row))}
          >
            Aussetzen
          </Button>
        </td>
      </tr>
    ))}
  </Frame>
)

/** What is kept in spite of its period, why and until when. */
export const HeldTable = ({ rows, onHold }: { rows: readonly HeldRow[]; onHold: (child: HeldChild) => void }) => (
  <Frame caption="Ausgesetzte Löschungen" heads={['Name', 'Bewerbung', 'Platz', 'Grund', 'Bis']}>
    {rows.map((row) => (
      <tr key={row.registration_id}>
        <ChildCells row={row} />
        <td data-label="Grund" className="sh-breaks">
          {row.hold.reason}
        </td>
        <td data-label="Bis">
          <time dateTime={row.hold.until}>{formatDate(row.hold.until)}</time>
        </td>
        <td data-align="end" className={classes.buttons}>
          <RestoreButton row={row} />
          <Button
            variant="default"
            size="compact-md"
            aria-label={`Aussetzung ändern: ${nameOf(row)}`}
            onClick={() => onHold(childOf(row))}
          >
            Ändern
          </Button>{' '}
          <Button
            variant="default"
            size="compact-md"
            aria-label={`Aussetzung beenden: ${nameOf(row)}`}
            onClick={() => void endHold(childOf(row))}
          >
            Beenden
          </Button>
        </td>
      </tr>
    ))}
  </Frame>
)
