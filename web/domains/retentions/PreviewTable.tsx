import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatDate } from '#contract/dates.ts'
import { PREVIEW_LABELS, type PreviewFigure } from '#contract/retentions/retentions.lists.ts'
import type { DueSicknotes } from '#contract/retentions/retentions.preview.ts'
import { useToday } from '#web/api/base-data.ts'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import { endHold, type HeldRecord, restoreHeld } from './hold-actions.ts'
import { countDue, type DueLine, type HeldLine, type PreviewRow } from './preview-rows.ts'
import classes from './retentions.module.css'

const rowKey = ({ kind, id }: PreviewRow, index: number) => `${kind} ${id} ${index}`

/** The person it is about. An application in the bin has no page to link to. */
const NAME_COLUMNS: readonly PlainColumn<PreviewRow>[] = [
  {
    title: 'Name',
    isName: true,
    cell: ({ name, path, isBinned }) => (
      <>
        {path ? <Link to={path}>{name}</Link> : name}
        {isBinned && <div className="sh-quiet sh-breaks sh-flush">im Papierkorb</div>}
      </>
    ),
  },
  { title: 'Angaben', className: 'sh-breaks', cell: ({ about }) => about && <div>{about}</div> },
]

interface RowButtonProps {
  name: string
  text: string
  /** What is done, for screen readers, before the name. */
  what: string
  onPress: () => void
}

const RowButton = ({ name, text, what, onPress }: RowButtonProps) => (
  <Button variant="default" size="compact-md" aria-label={`${what}: ${name}`} onClick={onPress}>
    {text}
  </Button>
)

/** The buttons of a row; what lies in the bin has no page, so the way out stands here. */
const buttonColumn = <R extends PreviewRow>(
  buttonsOf: (row: R) => readonly Omit<RowButtonProps, 'name'>[],
): PlainColumn<R> => ({
  title: 'Aktion',
  isTitleHidden: true,
  align: 'end',
  className: 'sh-one-line sh-screen-only',
  cell: (row) => (
    <div className={row.isBinned ? 'sh-chips sh-gap-2' : 'sh-inline sh-gap-2'}>
      {row.isBinned && (
        <RowButton
          name={row.name}
          text="Wiederherstellen"
          what="Wiederherstellen"
          onPress={() => void restoreHeld(row)}
        />
      )}
      {buttonsOf(row).map((button) => (
        <RowButton key={button.text} name={row.name} {...button} />
      ))}
    </div>
  ),
})

/** The day, or the next night for what came due after the last one had run or when a hold ended. */
const DueDay = ({ action = 'delete', due_on }: { action?: DueLine['action']; due_on: string }) => {
  const today = useToday()
  if (action !== 'ask' && due_on <= today) return 'in der nächsten Nacht'
  return <time dateTime={due_on}>{formatDate(due_on)}</time>
}

type OnHold = (record: HeldRecord) => void

/** What goes for one reason, the soonest first. */
export const DueTable = ({ caption, rows, onHold }: { caption: string; rows: readonly DueLine[]; onHold: OnHold }) => (
  <PlainTable
    isStacked
    className={classes.due ?? ''}
    caption={caption}
    rows={rows}
    rowKey={rowKey}
    columns={[
      ...NAME_COLUMNS,
      { title: rows[0]?.action === 'ask' ? 'Seit' : 'Wird gelöscht', cell: (row) => <DueDay {...row} /> },
      buttonColumn<DueLine>(({ record }) =>
        record ? [{ text: 'Aussetzen', what: 'Löschung aussetzen', onPress: () => onHold(record) }] : [],
      ),
    ]}
  />
)

/** What is kept in spite of its period, why and until when. */
export const HeldTable = ({ rows, onHold }: { rows: readonly HeldLine[]; onHold: OnHold }) => (
  <PlainTable
    isStacked
    className={classes.held ?? ''}
    caption="Ausgesetzte Löschungen"
    rows={rows}
    rowKey={rowKey}
    columns={[
      ...NAME_COLUMNS,
      { title: 'Grund', className: 'sh-breaks', cell: ({ hold }) => <div>{hold.reason}</div> },
      { title: 'Bis', cell: ({ hold }) => <time dateTime={hold.until}>{formatDate(hold.until)}</time> },
      buttonColumn<HeldLine>(({ record }) => [
        { text: 'Ändern', what: 'Aussetzung ändern', onPress: () => onHold(record) },
        { text: 'Beenden', what: 'Aussetzung beenden', onPress: () => void endHold(record) },
      ]),
    ]}
  />
)

const figures = (count: number) => count.toLocaleString('de-DE')

/** How many sick notes go on which day; they are too many for lines of their own. */
export const SicknoteTable = ({ caption, rows }: { caption: string; rows: readonly DueSicknotes[] }) => (
  <PlainTable
    isStacked
    className={classes.figures ?? ''}
    caption={caption}
    rows={rows}
    rowKey={({ due_on }) => due_on}
    columns={[
      {
        title: 'Wird gelöscht',
        isName: true,
        className: 'sh-regular',
        cell: ({ due_on }) => <DueDay due_on={due_on} />,
      },
      { title: 'Anzahl', align: 'end', className: 'sh-figures', cell: ({ count }) => figures(count) },
    ]}
  />
)

/** How many go by each rule, and when the first one does. */
export const FigureTable = ({ rows, held }: { rows: readonly PreviewFigure[]; held: number }) => (
  <PlainTable
    className={classes.figures ?? ''}
    caption="Zahlen der Löschvorschau"
    rows={rows}
    rowKey={({ rule }) => rule}
    columns={[
      {
        title: 'Regel',
        isName: true,
        cell: ({ rule }) => (
          <Link to="." search={true} hash={`reason-${rule}`}>
            {PREVIEW_LABELS[rule]}
          </Link>
        ),
      },
      { title: 'Anzahl', align: 'end', className: 'sh-figures', cell: ({ count }) => figures(count) },
      {
        title: 'Nächste Löschung',
        cell: ({ rule, first }) => <DueDay {...(rule === 'ask' ? { action: 'ask' } : {})} due_on={first} />,
      },
    ]}
    foot={
      <tr>
        <th scope="row">{held > 0 ? `Zusammen, ohne ${figures(held)} ausgesetzte` : 'Zusammen'}</th>
        <td data-align="end" data-label="Anzahl" className="sh-figures">
          {figures(countDue(rows))}
        </td>
        <td />
      </tr>
    }
  />
)
