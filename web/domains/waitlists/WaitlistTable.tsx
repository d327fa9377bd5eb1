import { ActionIcon, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { formatDate, formatDayOf } from '#contract/dates.ts'
import { addressesText } from '#contract/registrations/registrations.mail-state.ts'
import { PRIORITY_REASON_LABELS, priorityGroup } from '#contract/waitlists/waitlists.rules.ts'
import type { Waitlist, WaitlistRow } from '#contract/waitlists/waitlists.ts'
import plain from '#web/lists/plain-table.module.css'
import { paths } from '#web/paths.ts'
import { WaitlistRowMenu } from './WaitlistRowMenu.tsx'
import { gradeName, nameOf } from './waitlist-texts.ts'
import classes from './waitlists.module.css'

/** What a row starts; `to` missing: somebody wants to say the rank. */
export interface RowWishes {
  onMove: (row: WaitlistRow, to?: number) => void
  onOffer: (row: WaitlistRow) => void
}

/** Ids, not ranks: the list may be fetched anew while somebody drags. */
interface Dragging {
  id: number
  overId: number
}

const Name = ({ row }: { row: WaitlistRow }) => (
  <>
    <Link to={paths.registration(row.id)} draggable={false}>
      {nameOf(row)}
    </Link>
    <span className="sh-quiet sh-small sh-regular sh-breaks sh-block">{row.number}</span>
    {row.open_claims > 0 && (
      <Link
        to={paths.registration(row.id)}
        hash="geschwister"
        draggable={false}
        className="sh-small sh-regular sh-block sh-screen-only"
      >
        {row.open_claims === 1 ? 'Geschwisterkind prüfen' : `${row.open_claims} Geschwisterkinder prüfen`}
      </Link>
    )}
  </>
)

const Group = ({ row: { priority_reason: reason } }: { row: WaitlistRow }) => (
  <span className={classes.group} data-group={priorityGroup(reason)}>
    {`${priorityGroup(reason)} · ${PRIORITY_REASON_LABELS[reason]}`}
  </span>
)

const LastMove = ({ row: { last_move: move } }: { row: WaitlistRow }) =>
  move && (
    <>
      {move.note}
      <span className="sh-quiet sh-small sh-regular sh-breaks sh-block">
        {`${move.from_rank} → ${move.to_rank}, ${formatDayOf(move.at)}`}
        {move.by && `, ${move.by}`}
      </span>
    </>
  )

interface MovesProps extends RowWishes {
  row: WaitlistRow
  count: number
}

const Moves = ({ row, count, onMove, onOffer }: MovesProps) => {
  // Not disabled: a button that was just pressed must not lose the focus.
  const step = (text: string, to: number) => {
    const isOutside = to < 1 || to > count
    return {
      'aria-label': `${nameOf(row)}: ${text}`,
      'aria-disabled': isOutside,
      onClick: () => !isOutside && onMove(row, to),
    }
  }
  return (
    <div className={`sh-line sh-gap-1 sh-screen-only ${classes.moves}`}>
      {row.wait_rank === 1 && (
        <Button size="compact-md" onClick={() => onOffer(row)}>
          Platz anbieten
        </Button>
      )}
      <ActionIcon {...step('nach oben', row.wait_rank - 1)}>
        <ArrowUp size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon {...step('nach unten', row.wait_rank + 1)}>
        <ArrowDown size={20} aria-hidden />
      </ActionIcon>
      <WaitlistRowMenu row={row} onMove={() => onMove(row)} onOffer={() => onOffer(row)} />
    </div>
  )
}

const HEADS = ['Kind', 'Geburtsdatum', 'Wartet seit', 'Vorrang'] as const

const Head = () => (
  <thead>
    <tr>
      <th scope="col" className={classes.narrow}>
        Rang
      </th>
      {HEADS.map((text) => (
        <th key={text} scope="col">
          {text}
        </th>
      ))}
      <th scope="col" className="sh-screen-only">
        E-Mail
      </th>
      <th scope="col" className="sh-screen-only">
        Zuletzt verschoben
      </th>
      <th scope="col" className={`${classes.narrow} sh-screen-only`}>
        <span className="sh-visually-hidden">Verschieben</span>
      </th>
    </tr>
  </thead>
)

interface Drag {
  /** Who is dragged; undefined: nobody, or somebody who waits no more. */
  dragged: WaitlistRow | undefined
  overId: number | undefined
  onDrag: (dragging: Dragging | undefined) => void
  onDrop: (target: WaitlistRow) => void
}

interface RowProps extends MovesProps {
  drag: Drag
}

const dropSide = ({ id, wait_rank }: WaitlistRow, { dragged, overId }: Drag) => {
  if (!dragged || overId !== id || dragged.id === id) return undefined
  return wait_rank < dragged.wait_rank ? 'before' : 'after'
}

/** Alt with an arrow, from anything in the row. */
const stepOfKey = ({ altKey, key }: KeyboardEvent) => {
  if (!altKey) return 0
  return { ArrowUp: -1, ArrowDown: 1 }[key] ?? 0
}

const WaitingRow = ({ drag, ...moves }: RowProps) => {
  const { row, count, onMove } = moves
  const { dragged, overId, onDrag, onDrop } = drag
  const rank = row.wait_rank
  const press = (event: KeyboardEvent) => {
    const to = rank + stepOfKey(event)
    if (to === rank) return
    event.preventDefault()
    if (to >= 1 && to <= count) onMove(row, to)
  }
  const over = (event: DragEvent) => {
    if (!dragged) return
    event.preventDefault()
    if (overId !== row.id) onDrag({ id: dragged.id, overId: row.id })
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    onDrop(row)
  }
  return (
    <tr
      draggable
      data-dragged={dragged?.id === row.id}
      data-drop={dropSide(row, drag)}
      onKeyDown={press}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        onDrag({ id: row.id, overId: row.id })
      }}
      onDragOver={over}
      onDrop={drop}
      onDragEnd={() => onDrag(undefined)}
    >
      <td className={classes.narrow} data-label="Rang">
        <span className={`sh-inline sh-bold sh-gap-2 ${classes.rank}`}>
          <GripVertical size={20} aria-hidden className="sh-quiet sh-fixed sh-screen-only sh-not-on-phones" />
          {rank}
        </span>
      </td>
      <th scope="row">
        <Name row={row} />
      </th>
      <td data-label="Geburtsdatum">{formatDate(row.child_birthdate)}</td>
      <td data-label="Wartet seit">{formatDayOf(row.waiting_since)}</td>
      <td data-label="Vorrang">
        <Group row={row} />
      </td>
      <td data-label="E-Mail" className="sh-screen-only">
        {addressesText(row.addresses)}
      </td>
      <td data-label={row.last_move ? 'Zuletzt verschoben' : undefined} className="sh-screen-only">
        <LastMove row={row} />
      </td>
      <td className={`${classes.narrow} sh-screen-only`}>
        <Moves {...moves} />
      </td>
    </tr>
  )
}

/** Who waits, by rank; moved by dragging, by buttons and by keys (WCAG 2.5.7). */
export const WaitlistTable = ({ list, onMove, onOffer }: RowWishes & { list: Waitlist }) => {
  const [dragging, setDragging] = useState<Dragging>()
  const { rows, grade } = list
  const dragged = rows.find(({ id }) => id === dragging?.id)
  // A row that is gone tells nobody that the drag is over.
  if (dragging && !dragged) setDragging(undefined)
  const drop = (target: WaitlistRow) => {
    setDragging(undefined)
    if (dragged && dragged.id !== target.id) onMove(dragged, target.wait_rank)
  }
  return (
    <table className={`${plain.table} ${plain.stacked} ${classes.table}`}>
      <caption className="sh-visually-hidden">Warteliste {gradeName(grade)}</caption>
      <Head />
      <tbody>
        {rows.map((row) => (
          <WaitingRow
            key={row.id}
            row={row}
            count={rows.length}
            drag={{ dragged, overId: dragging?.overId, onDrag: setDragging, onDrop: drop }}
            onMove={onMove}
            onOffer={onOffer}
          />
        ))}
      </tbody>
    </table>
  )
}
