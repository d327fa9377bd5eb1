import { Check, Circle, TriangleAlert } from 'lucide-react'
import { counted } from '#contract/counted.ts'
import { daysBetween } from '#contract/dates.ts'
import { fullName, listName } from '#contract/person-names.ts'
import { partText } from '#contract/sicknotes/sicknotes.texts.ts'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import type { TableColumn } from '#web/lists/table-columns.ts'
import { MarkedText } from '#web/ui/MarkedText.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { SicknoteReachField } from './SicknoteReachField.tsx'
import { className } from './sicknote-counts.ts'
import {
  dayText,
  EXCUSE_OPEN,
  hintsOf,
  isNew,
  isSettled,
  isStillUnexplained,
  overdueStatusesOf,
  paperStatusesOf,
  rangeText,
  reasonlessStatusesOf,
  reasonText,
  reportedAt,
  reportedBy,
  type SicknoteStatus,
  schoolDaysText,
  sinceText,
  statusesOf,
} from './sicknote-texts.ts'
import classes from './sicknotes.module.css'
import { UnexplainedField } from './UnexplainedField.tsx'

interface ColumnFacts {
  search: string
  today: string
  /** Reasons, numbers and what is done with a note; not for viewers (domain §4). */
  seesAll: boolean
  /** The groups name the class already. */
  isGrouped: boolean
  /** On paper neither reasons nor comments (domain §5.4). */
  isPaper: boolean
  isFresh: (note: Sicknote) => boolean
  /** Since when the excuse is overdue, where that is what the list is about. */
  showsDue: boolean
  /** Whether any row has a status; without, the column would only take room. */
  hasStatus: boolean
}

/** One line below what a cell says first; the rest on pointing at it. */
const SecondLine = (props: { title?: string; children: string }) => (
  <span className={`sh-cut sh-quiet sh-small sh-block ${classes.line}`} {...props} />
)

const ReasonCell = ({ note }: { note: Sicknote }) => {
  const { comment } = note.value
  return (
    <span className={classes.reason}>
      {isStillUnexplained(note) ? <UnexplainedField /> : reasonText(note)}
      {comment && (
        <span className={`sh-cut sh-quiet sh-small sh-screen-only ${classes.comment}`} title={comment}>
          {comment}
        </span>
      )}
    </span>
  )
}

const RangeCell = ({ note, today }: { note: Sicknote; today: string }) => {
  const { value, school_days } = note
  const more = [
    partText(value),
    sinceText(value, today),
    value.dateStart === value.dateEnd ? undefined : schoolDaysText(school_days),
  ].filter(Boolean)
  return (
    <span className={classes.range}>
      <span className="sh-one-line">{rangeText(value, today)}</span>
      {more.length > 0 && <SecondLine>{more.join(' · ')}</SecondLine>}
    </span>
  )
}

/** What is settled asks for nothing: it stands there in grey, and only the rest looks like a button or a warning. */
const Status = ({ text, ...look }: SicknoteStatus) =>
  isSettled(look) ? (
    <span className="sh-inline sh-quiet sh-small sh-one-line sh-gap-1">
      {/* The mark of a chip, without its colour. */}
      <Check size={16} aria-hidden />
      {text}
    </span>
  ) : (
    <StatusChip {...look}>{text}</StatusChip>
  )

/** What the heading of a column says to those who see no headings. */
const CardWord = ({ children }: { children: string }) => (
  <span className={classes.cardWord} aria-hidden>
    {`${children} `}
  </span>
)

/** Nobody has looked at the note yet: not in the colour of what is open, which is something else. */
const NewMark = () => (
  <span className={`sh-inline sh-small sh-bold sh-one-line sh-gap-1 ${classes.unseen}`} data-unseen>
    <Circle size={10} fill="currentColor" aria-hidden />
    neu
  </span>
)

type StatusFacts = Pick<ColumnFacts, 'isPaper' | 'seesAll' | 'showsDue'>

const shownStatuses = ({ isPaper, seesAll, showsDue }: StatusFacts) => {
  if (isPaper) return paperStatusesOf
  if (!seesAll) return reasonlessStatusesOf
  return showsDue ? overdueStatusesOf : statusesOf
}

const hasNewMark = (note: Sicknote, { isPaper, seesAll, showsDue }: StatusFacts) =>
  seesAll && !isPaper && !showsDue && isNew(note)

const isStatusShown = (note: Sicknote, facts: StatusFacts) =>
  hasNewMark(note, facts) || shownStatuses(facts)(note).length > 0 || (!facts.isPaper && hintsOf(note).length > 0)

// What is to be thought of tells the reason, too. Who cannot act on a note does not learn whether it is new.
const StatusCell = ({ note, isPaper, seesAll, showsDue }: StatusFacts & { note: Sicknote }) => (
  <span className={classes.statuses}>
    {hasNewMark(note, { isPaper, seesAll, showsDue }) && <NewMark />}
    {shownStatuses({ isPaper, seesAll, showsDue })(note).map((status) => (
      <span key={status.text} className="sh-inline sh-gap-1">
        {status === EXCUSE_OPEN && <CardWord>Entschuldigung</CardWord>}
        <Status {...status} />
      </span>
    ))}
    {(isPaper ? [] : hintsOf(note)).map((hint) => (
      <span key={hint} className={`sh-inline sh-small sh-warn sh-wraps sh-gap-1 ${classes.hint}`}>
        <TriangleAlert size={14} aria-hidden className="sh-fixed" />
        {hint}
      </span>
    ))}
  </span>
)

const NAME = ({ search, isFresh }: ColumnFacts): TableColumn<Sicknote> => ({
  key: 'name',
  title: 'Name',
  sortKey: 'name',
  render: (note) => (
    <span data-fresh={isFresh(note) || undefined}>
      <MarkedText text={listName(note.pupil)} search={search} />
    </span>
  ),
})

const CLASS: TableColumn<Sicknote> = { key: 'klasse', title: 'Klasse', sortKey: 'klasse', render: className }

const REASON: TableColumn<Sicknote> = { key: 'grund', title: 'Grund', render: (note) => <ReasonCell note={note} /> }

const RANGE = (today: string): TableColumn<Sicknote> => ({
  key: 'zeit',
  title: 'Abwesend',
  sortKey: 'von',
  render: (note) => <RangeCell note={note} today={today} />,
})

const DUE = (today: string): TableColumn<Sicknote> => ({
  key: 'faellig',
  title: 'Überfällig',
  sortKey: 'faellig',
  render: ({ excuse_due_at: due }) =>
    due && (
      <span className={`${classes.range} ${classes.due}`}>
        <span className="sh-one-line sh-figures">{counted(daysBetween(due, today), 'Tag', 'Tage')}</span>{' '}
        <CardWord>überfällig</CardWord>
        <SecondLine>{`seit ${dayText(due, today)}`}</SecondLine>
      </span>
    ),
})

const REPORTED = (today: string): TableColumn<Sicknote> => ({
  key: 'gemeldet',
  title: 'Gemeldet',
  sortKey: 'gemeldet',
  render: (note) => (
    <span className={classes.told}>
      <CardWord>gemeldet</CardWord>
      <time dateTime={note.created_at}>{reportedAt(note.created_at, today)}</time>
      <SecondLine title={reportedBy(note)}>{reportedBy(note)}</SecondLine>
    </span>
  ),
})

const STATUS = ({ isPaper, seesAll, showsDue }: ColumnFacts): TableColumn<Sicknote> => ({
  key: 'status',
  title: isPaper ? 'Entschuldigung' : 'Status',
  // A card has no line for nothing.
  render: (note) =>
    isStatusShown(note, { isPaper, seesAll, showsDue }) && (
      <StatusCell note={note} isPaper={isPaper} seesAll={seesAll} showsDue={showsDue} />
    ),
})

const PHONE: TableColumn<Sicknote> = {
  key: 'telefon',
  title: 'Telefon',
  render: ({ reach, pupil }) => reach && <SicknoteReachField reach={reach} of={fullName(pupil)} />,
}

/** Columns of domain §3.5 and ux §3.7, as far as the viewer may see them. */
export const sicknoteColumns = (facts: ColumnFacts): TableColumn<Sicknote>[] => {
  const { today, seesAll, isGrouped, isPaper, showsDue, hasStatus } = facts
  const isInside = seesAll && !isPaper
  return [
    NAME(facts),
    ...(isGrouped ? [] : [CLASS]),
    ...(isInside ? [REASON] : []),
    RANGE(today),
    ...(showsDue ? [DUE(today)] : []),
    // Weeks later the day by which the excuse was due counts, and the row has a button that needs the room.
    { ...REPORTED(today), isHiddenFirst: showsDue && !isPaper },
    ...(hasStatus ? [STATUS(facts)] : []),
    ...(isInside ? [PHONE] : []),
  ]
}
