import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatDate } from '#contract/dates.ts'
import { useToday } from '#web/api/base-data.ts'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import { endHold, type HeldRecord, restoreHeld } from './hold-actions.ts'
import { type DueLine, type HeldLine, KIND_LABELS, type PreviewFigure, type PreviewRow } from './preview-rows.ts'

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
  { title: 'Angaben', className: 'sh-breaks', cell: ({ about }) => about },
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
  cell: (row) =>
    [
      ...(row.isBinned
        ? [{ text: 'Wiederherstellen', what: 'Wiederherstellen', onPress: () => void restoreHeld(row) }]
        : []),
      ...buttonsOf(row),
    ].map((button, index) => (
      <span key={button.text}>
        {index > 0 && ' '}
        <RowButton name={row.name} {...button} />
      </span>
    )),
})

/** What came due after the last night had run is still here. */
const DueDay = ({ action, due_on }: Pick<DueLine, 'action' | 'due_on'>) => {
  const today = useToday()
  const isOverdue = action !== 'ask' && due_on <= today
  return (
    <>
      <time dateTime={due_on}>{formatDate(due_on)}</time>
      {isOverdue && <div className="sh-quiet sh-breaks sh-flush">wird in der nächsten Nacht gelöscht</div>}
    </>
  )
}

type OnHold = (record: HeldRecord) => void

/** What goes for one reason, the soonest first. */
export const DueTable = ({ caption, rows, onHold }: { caption: string; rows: readonly DueLine[]; onHold: OnHold }) => (
  <PlainTable
    isStacked
    caption={caption}
    rows={rows}
    rowKey={rowKey}
    columns={[
      ...NAME_COLUMNS,
      { title: rows[0]?.action === 'ask' ? 'Seit' : 'Am', cell: (row) => <DueDay {...row} /> },
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
    caption="Ausgesetzte Löschungen"
    rows={rows}
    rowKey={rowKey}
    columns={[
      ...NAME_COLUMNS,
      { title: 'Grund', className: 'sh-breaks', cell: ({ hold }) => hold.reason },
      { title: 'Bis', cell: ({ hold }) => <time dateTime={hold.until}>{formatDate(hold.until)}</time> },
      buttonColumn<HeldLine>(({ record }) => [
        { text: 'Ändern', what: 'Aussetzung ändern', onPress: () => onHold(record) },
        { text: 'Beenden', what: 'Aussetzung beenden', onPress: () => void endHold(record) },
      ]),
    ]}
  />
)

/** How many go for each reason, and when the first one does. */
export const FigureTable = ({ figures, held }: { figures: readonly PreviewFigure[]; held: number }) => (
  <PlainTable
    isStacked
    caption="Zahlen der Löschvorschau"
    rows={figures}
    rowKey={({ reason }) => reason}
    columns={[
      { title: 'Regel', isName: true, cell: ({ label }) => label },
      { title: 'Anzahl', align: 'end', className: 'sh-figures', cell: ({ count }) => count },
      { title: 'Zuerst am', cell: ({ first }) => <time dateTime={first}>{formatDate(first)}</time> },
    ]}
    foot={
      <tr>
        <th scope="row">{held > 0 ? `Zusammen, ohne ${held} ausgesetzte` : 'Zusammen'}</th>
        <td data-align="end" data-label="Anzahl" className="sh-figures">
          {figures.reduce((sum, { count }) => sum + count, 0)}
        </td>
        <td />
      </tr>
    }
  />
)

/** The kinds of a filter, each with how many there are. */
export const kindOptions = (lines: readonly PreviewRow[]) =>
  Object.entries(KIND_LABELS).flatMap(([value, label]) => {
    const count = lines.filter(({ kind }) => kind === value).length
    return count > 0 ? [{ value, label, count }] : []
  })
