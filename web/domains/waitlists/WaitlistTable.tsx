import { ActionIcon, Button, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, ArrowUpDown, EllipsisVertical, FileText, Gift, GripVertical } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { formatDate, formatDayOf } from '#contract/dates.ts'
import { displayPhone, phoneLink } from '#contract/phone.ts'
import { addressesText } from '#contract/registrations/registrations.mail-state.ts'
import { priorityGroup } from '#contract/waitlists/waitlists.rules.ts'
import type { Waitlist, WaitlistRow } from '#contract/waitlists/waitlists.ts'
import type { RowSelection } from '#web/lists/data-table-props.ts'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import { AllRowsCheckField, RowCheckField } from '#web/lists/RowCheckField.tsx'
import { paths } from '#web/paths.ts'
import { MenuEntry } from '#web/ui/MenuEntry.tsx'
import { gradeName, nameOf, priorityText } from './waitlist-texts.ts'
import classes from './waitlists.module.css'

/** What a row starts; `to` missing: somebody wants to say the rank. */
interface RowWishes {
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
    <span className={`sh-quiet sh-small sh-regular sh-breaks ${classes.number}`}>{row.number}</span>
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

/** On paper only the reason of the present rank, because it may be a delicate one. */
const LastMove = ({ row: { last_move: move, is_placed_by_hand: isByHand } }: { row: WaitlistRow }) =>
  move && (
    <span className={isByHand ? 'sh-block' : 'sh-block sh-screen-only'}>
      {move.note}
      <span className="sh-quiet sh-small sh-regular sh-breaks sh-block">
        {`${move.from_rank} → ${move.to_rank}, ${formatDayOf(move.at)}`}
        {move.by && <span className="sh-screen-only">{`, ${move.by}`}</span>}
      </span>
    </span>
  )

/** What can be done with one who waits, besides one rank up or down. */
const WaitlistRowMenu = ({ row, onMove, onOffer }: RowWishes & { row: WaitlistRow }) => (
  <Menu position="bottom-end" width={240}>
    <Menu.Target>
      <ActionIcon aria-label={`Aktionen: ${nameOf(row)}`}>
        <EllipsisVertical size={20} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <MenuEntry icon={ArrowUpDown} onClick={() => onMove(row)}>
        An Platz …
      </MenuEntry>
      <MenuEntry icon={Gift} onClick={() => onOffer(row)}>
        Platz anbieten
      </MenuEntry>
      <MenuEntry icon={FileText} to={paths.registration(row.id)}>
        Zur Bewerbung
      </MenuEntry>
    </Menu.Dropdown>
  </Menu>
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
      <WaitlistRowMenu row={row} onMove={onMove} onOffer={onOffer} />
    </div>
  )
}

interface Ticked {
  rows: readonly WaitlistRow[]
  selection: RowSelection<WaitlistRow>
}

/** The box of a row stands before its rank, so that a phone shows both beside the name. */
const rankColumn = ({ rows, selection }: Ticked): PlainColumn<WaitlistRow> => ({
  title: 'Rang',
  head: (
    <span className="sh-inline sh-gap-2">
      <AllRowsCheckField rows={rows} selection={selection} />
      Rang
    </span>
  ),
  label: null,
  className: `${classes.narrow} ${classes.rankCell}`,
  cell: (row) => (
    <span className={`sh-inline sh-bold sh-gap-2 ${classes.rank}`}>
      <RowCheckField
        row={row}
        selection={selection}
        onToggle={() => selection.onChoose([row], !selection.isChosen(row))}
      />
      <GripVertical size={20} aria-hidden className="sh-quiet sh-fixed sh-screen-only sh-not-on-phones" />
      {row.wait_rank}
    </span>
  ),
})

const FACTS: readonly (PlainColumn<WaitlistRow> & {
  /** Left out while it says nothing of any of them. */
  isTold?: (row: WaitlistRow) => boolean
})[] = [
  { title: 'Geburtsdatum', cell: ({ child_birthdate }) => formatDate(child_birthdate) },
  { title: 'Wartet seit', cell: ({ waiting_since }) => formatDayOf(waiting_since) },
  {
    title: 'Vorrang',
    isTold: ({ priority_reason }) => priority_reason !== 'none',
    cell: ({ priority_reason: reason }) => (
      <span className={classes.group} data-group={priorityGroup(reason)}>
        {priorityText(reason)}
      </span>
    ),
  },
  {
    title: 'Telefon',
    isTold: ({ phone }) => phone !== null,
    cell: ({ phone }) =>
      phone && (
        <a href={phoneLink(phone)} draggable={false} className="sh-figures sh-one-line">
          {displayPhone(phone)}
        </a>
      ),
  },
  {
    title: 'E-Mail',
    className: 'sh-screen-only',
    isTold: ({ addresses: { all, confirmed } }) => confirmed === 0 || confirmed < all,
    cell: ({ addresses }) => addressesText(addresses),
  },
  {
    title: 'Zuletzt verschoben',
    isTold: ({ last_move }) => last_move !== null,
    cell: (row) => <LastMove row={row} />,
  },
]

const columnsFor = ({ rows, selection }: Ticked): PlainColumn<WaitlistRow>[] => [
  rankColumn({ rows, selection }),
  { title: 'Kind', isName: true, cell: (row) => <Name row={row} /> },
  ...FACTS.filter(({ isTold }) => !isTold || rows.some(isTold)).map(({ isTold: _, ...column }) => column),
]

/** Alt with an arrow, from anything in the row. */
const stepOfKey = ({ altKey, key }: KeyboardEvent) => {
  if (!altKey) return 0
  return { ArrowUp: -1, ArrowDown: 1 }[key] ?? 0
}

/** Rows are moved by dragging and by keys. */
const useRowMoves = (rows: readonly WaitlistRow[], onMove: RowWishes['onMove']) => {
  const [dragging, setDragging] = useState<Dragging>()
  /** Who is dragged; undefined: nobody, or somebody who waits no more. */
  const dragged = rows.find(({ id }) => id === dragging?.id)
  // A row that is gone tells nobody that the drag is over.
  if (dragging && !dragged) setDragging(undefined)
  const dropSide = ({ id, wait_rank }: WaitlistRow) => {
    if (!dragged || dragging?.overId !== id || dragged.id === id) return undefined
    return wait_rank < dragged.wait_rank ? 'before' : 'after'
  }
  return (row: WaitlistRow) => ({
    draggable: true,
    'data-dragged': dragged?.id === row.id,
    'data-drop': dropSide(row),
    onKeyDown: (event: KeyboardEvent) => {
      const to = row.wait_rank + stepOfKey(event)
      if (to === row.wait_rank) return
      event.preventDefault()
      if (to >= 1 && to <= rows.length) onMove(row, to)
    },
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      setDragging({ id: row.id, overId: row.id })
    },
    onDragOver: (event: DragEvent) => {
      if (!dragged) return
      event.preventDefault()
      if (dragging?.overId !== row.id) setDragging({ id: dragged.id, overId: row.id })
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setDragging(undefined)
      if (dragged && dragged.id !== row.id) onMove(dragged, row.wait_rank)
    },
    onDragEnd: () => setDragging(undefined),
  })
}

interface WaitlistTableProps extends RowWishes {
  list: Waitlist
  selection: RowSelection<WaitlistRow>
}

/** Who waits, by rank; moved by dragging, by buttons and by keys (WCAG 2.5.7). */
export const WaitlistTable = ({ list: { rows, grade }, selection, onMove, onOffer }: WaitlistTableProps) => (
  <PlainTable
    caption={`Warteliste ${gradeName(grade)}`}
    isStacked
    className={classes.table}
    rows={rows}
    rowProps={useRowMoves(rows, onMove)}
    columns={[
      ...columnsFor({ rows, selection }),
      {
        title: 'Verschieben',
        isTitleHidden: true,
        className: `${classes.narrow} sh-screen-only`,
        cell: (row) => <Moves row={row} count={rows.length} onMove={onMove} onOffer={onOffer} />,
      },
    ]}
  />
)
