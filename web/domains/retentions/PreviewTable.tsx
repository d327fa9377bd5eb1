import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { counted } from '#contract/counted.ts'
import { formatDate } from '#contract/dates.ts'
import { PREVIEW_LABELS, type PreviewFigure } from '#contract/retentions/retentions.lists.ts'
import type { DueSicknotes } from '#contract/retentions/retentions.preview.ts'
import { useToday } from '#web/api/base-data.ts'
import { type PlainColumn, PlainRow, PlainTable } from '#web/lists/PlainTable.tsx'
import { endHold, type HeldRecord, restoreHeld } from './hold-actions.ts'
import { MoreButton } from './MoreButton.tsx'
import { countDue, type DueLine, type HeldLine, type PreviewRow } from './preview-rows.ts'
import classes from './retentions.module.css'
import { RULE_HINTS } from './rule-hints.ts'
import type { LoadedPreview, PreviewLines } from './use-preview-lines.ts'

const figures = (count: number) => count.toLocaleString('de-DE')

/** The person it is about. An application in the bin has no page to link to. */
const NAME: PlainColumn<PreviewRow> = {
  title: 'Name',
  isName: true,
  cell: ({ name, path, isBinned }) => (
    <>
      {path ? <Link to={path}>{name}</Link> : name}
      {isBinned && <div className="sh-quiet sh-flush">im Papierkorb</div>}
    </>
  ),
}
const ABOUT: PlainColumn<PreviewRow> = { title: 'Angaben', label: null, cell: ({ about }) => about }

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

interface DueDayProps extends Pick<DueLine, 'due_on'> {
  /** It is only asked about. */
  isAsked?: boolean
}

/** The day, or the next night for what came due after the last one had run or when a hold ended. */
const DueDay = ({ isAsked = false, due_on }: DueDayProps) => {
  const today = useToday()
  if (!isAsked && due_on <= today) return 'in der nächsten Nacht'
  return (
    <span>
      {isAsked && 'noch nicht, offen seit '}
      <time dateTime={due_on}>{formatDate(due_on)}</time>
    </span>
  )
}

const DUE = 'Wird gelöscht'

type OnHold = (record: HeldRecord) => void

const dueColumns = (onHold: OnHold): readonly PlainColumn<DueLine>[] => [
  NAME,
  ABOUT,
  { title: DUE, cell: ({ action, due_on }) => <DueDay isAsked={action === 'ask'} due_on={due_on} /> },
  buttonColumn<DueLine>(({ record }) =>
    record ? [{ text: 'Aussetzen', what: 'Löschung aussetzen', onPress: () => onHold(record) }] : [],
  ),
]

/** What is kept in spite of its period, why and until when. */
const heldColumns = (onHold: OnHold): readonly PlainColumn<HeldLine>[] => [
  NAME,
  {
    ...ABOUT,
    cell: ({ about, hold }) => (
      <>
        {about}
        <span className="sh-quiet sh-block">{`Grund: ${hold.reason}`}</span>
      </>
    ),
  },
  {
    title: DUE,
    cell: ({ hold }) => (
      <span className="sh-one-line">
        nicht vor dem <time dateTime={hold.until}>{formatDate(hold.until)}</time>
      </span>
    ),
  },
  buttonColumn<HeldLine>(({ record }) => [
    { text: 'Ändern', what: 'Aussetzung ändern', onPress: () => onHold(record) },
    { text: 'Beenden', what: 'Aussetzung beenden', onPress: () => void endHold(record) },
  ]),
]

/** How many sick notes go on which day; they are too many for lines of their own. */
const SICKNOTE_COLUMNS: readonly PlainColumn<DueSicknotes>[] = [
  { title: 'Name', isName: true, cell: ({ count }) => counted(count, 'Krankmeldung', 'Krankmeldungen') },
  { title: 'Angaben' },
  { title: DUE, cell: ({ due_on }) => <DueDay due_on={due_on} /> },
  { title: 'Aktion', className: 'sh-screen-only' },
]

const linesOf = <Row,>(rows: readonly Row[], columns: readonly PlainColumn<Row>[]) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: one record can be due twice on a day.
  rows.map((row, index) => <PlainRow key={index} row={row} index={index} columns={columns} isLabelled />)

interface GroupProps {
  id: string
  title: string
  count: number
  hint?: string | undefined
  children: ReactNode
  /** The way to the lines that are not there yet. */
  more?: Omit<ComponentProps<typeof MoreButton>, 'title' | 'total'>
}

/** The lines of one rule below its name. */
const Group = ({ id, title, count, hint, children, more }: GroupProps) => (
  <tbody aria-labelledby={id}>
    <tr>
      <th scope="rowgroup" colSpan={4}>
        <span id={id} className={classes.title}>{`${title} (${figures(count)})`}</span>
        {hint && <span className="sh-quiet sh-regular sh-block">{hint}</span>}
      </th>
    </tr>
    {children}
    {more && more.shown < count && (
      <tr>
        <td colSpan={4}>
          <MoreButton {...more} title={title} total={count} />
        </td>
      </tr>
    )}
  </tbody>
)

interface PreviewTableProps {
  preview: LoadedPreview
  /** The rules that are shown, in their order. */
  shown: readonly PreviewFigure[]
  held: number
  lines: PreviewLines
  onHold: OnHold
}

/** All lines of the preview in one table, by rule, and what is on hold at the end. */
export const PreviewTable = ({ preview, shown, held, lines, onHold }: PreviewTableProps) => (
  <PlainTable
    isStacked
    className={classes.preview ?? ''}
    caption="Löschvorschau"
    rows={[]}
    columns={dueColumns(onHold)}
    bodies={
      <>
        {shown.map(({ rule, count }) => {
          const group = { id: `reason-${rule}`, title: PREVIEW_LABELS[rule], count, hint: RULE_HINTS[rule] }
          if (rule === 'sicknote_report' || rule === 'sicknote')
            return (
              <Group key={rule} {...group}>
                {linesOf(
                  preview.sicknotes.filter((row) => row.rule === rule),
                  SICKNOTE_COLUMNS,
                )}
              </Group>
            )
          const rows = preview.due.filter(({ reason }) => reason === rule)
          return (
            <Group key={rule} {...group} more={{ list: rule, shown: rows.length, lines }}>
              {linesOf(rows, dueColumns(onHold))}
            </Group>
          )
        })}
        {held > 0 && (
          <Group id="held" title="Ausgesetzt" count={held} more={{ list: 'held', shown: preview.held.length, lines }}>
            {linesOf(preview.held, heldColumns(onHold))}
          </Group>
        )}
      </>
    }
  />
)

/** How many go by each rule, and when the first one does. */
export const FigureTable = ({ rows, held }: { rows: readonly PreviewFigure[]; held: number }) => (
  <PlainTable
    isStacked
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
        cell: ({ rule, first }) => <DueDay isAsked={rule === 'ask'} due_on={first} />,
      },
    ]}
    foot={
      <>
        <tr>
          <th scope="row">Zusammen</th>
          <td data-align="end" data-label="Anzahl" className="sh-figures">
            {figures(countDue(rows))}
          </td>
          <td />
        </tr>
        {held > 0 && (
          <tr>
            <th scope="row">
              <Link to="." search={true} hash="held">
                Ausgesetzt
              </Link>
            </th>
            <td data-align="end" data-label="Anzahl" className="sh-figures">
              {figures(held)}
            </td>
            <td />
          </tr>
        )}
      </>
    }
  />
)
