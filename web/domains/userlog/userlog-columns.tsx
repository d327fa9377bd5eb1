import { Link } from '@tanstack/react-router'
import { ChevronDown, ChevronRight, ListFilter } from 'lucide-react'
import { berlinTime, formatDateTime } from '#contract/dates.ts'
import { ROLE_LABELS, type Role } from '#contract/permissions.ts'
import { changedFieldLabels } from '#contract/userlog/userlog.fields.ts'
import { actionOption } from '#contract/userlog/userlog.filter-labels.ts'
import { numberIn } from '#contract/userlog/userlog.numbers.ts'
import { placesText } from '#contract/userlog/userlog.places.ts'
import type { LogEntry } from '#contract/userlog/userlog.ts'
import {
  actionText,
  actorName,
  entityTypeLabel,
  LOG_RESULT_LABELS,
  repeatedText,
} from '#contract/userlog/userlog-labels.ts'
import type { TableColumn } from '#web/lists/table-columns.ts'
import { paths } from '#web/paths.ts'
import { linkTarget } from '#web/ui/link-target.ts'
import { MarkedText } from '#web/ui/MarkedText.tsx'
import parts from '#web/ui/page-parts.module.css'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import type { LogLine } from './log-lines.ts'
import classes from './UserlogPage.module.css'

/** The page of an object, for the kinds that have one. */
const PAGES: Record<string, (entry: { id: number; label: string }) => string> = {
  pupil: ({ id }) => paths.pupil(id),
  registration: ({ id }) => paths.registration(id),
  imported_registrations: ({ id }) => `${paths.registrations}?school_year_id=alle&import_id=${id}`,
  privacy_request: ({ id }) => paths.privacyRequest(id),
  user: ({ label }) => `${paths.users}?${new URLSearchParams({ search: label })}`,
}

/** Their labels say what they are: „Klassenstufe 1, 2026/2027“, „2 Bewerbungen“, „Geburtsurkunde: Mia Müller“. */
const NAMED_IN_FULL = ['schoolgrade', 'schoolgrade_capacity', 'registration_import', 'registration_paper']

/** Where the object stands: its own page, or the one of the child or application it belongs to. */
const pageOf = ({ entity_type, entity_id, entity_label, entity_owner, changed_fields }: LogEntry) => {
  // What the entry itself had to name is no longer there.
  if (numberIn(changed_fields)) return undefined
  const { type, id } = entity_owner ?? { type: entity_type, id: entity_id }
  const page = Object.hasOwn(PAGES, type) ? PAGES[type] : undefined
  return page && id !== null && entity_label !== null ? page({ id, label: entity_label }) : undefined
}

/** „(FSW-2027-0006)“, which must not break at its hyphens. */
const APPLICATION_NUMBER = /(\(?\p{Lu}+-\d{4}-\d+\)?)/u

const WholeNumbers = ({ text }: { text: string }) =>
  text.split(APPLICATION_NUMBER).map((part) =>
    APPLICATION_NUMBER.test(part) ? (
      <span key={part} className="sh-one-line">
        {part}
      </span>
    ) : (
      part
    ),
  )

const ObjectCell = ({ entry }: { entry: LogEntry }) => {
  const { entity_type, entity_label } = entry
  const type = entityTypeLabel(entity_type)
  if (entity_label === null) return type
  const page = pageOf(entry)
  return (
    <>
      {!NAMED_IN_FULL.includes(entity_type) && `${type}: `}
      {page ? (
        <Link {...linkTarget(page)}>
          <WholeNumbers text={entity_label} />
        </Link>
      ) : (
        <WholeNumbers text={entity_label} />
      )}
    </>
  )
}

export type OneObject = Pick<LogEntry, 'entity_type'> & { entity_id: number }

interface OnlyObjectProps {
  entry: LogEntry
  onOnlyObject: (object: OneObject) => void
}

// A native button: a page has up to two hundred of them.
const OnlyObjectButton = ({ entry: { entity_type, entity_id, entity_label }, onOnlyObject }: OnlyObjectProps) =>
  entity_id !== null && (
    <button
      type="button"
      className={`${parts.iconButton} sh-screen-only ${classes.only}`}
      title="nur dieses Objekt"
      aria-label={`nur dieses Objekt: ${[entityTypeLabel(entity_type), entity_label].filter(Boolean).join(' ')}`}
      onClick={() => onOnlyObject({ entity_type, entity_id })}
    >
      <ListFilter size={16} aria-hidden />
    </button>
  )

/** Only where it did not succeed: in every row the word would say nothing. */
const ResultChip = ({ result }: Pick<LogEntry, 'result'>) =>
  result !== 'ok' && (
    <StatusChip tone={result === 'error' ? 'negative' : 'attention'} icon={result === 'error' ? 'cross' : 'alert'}>
      {LOG_RESULT_LABELS[result]}
    </StatusChip>
  )

const roleOf = (role: string | null) => (role === null ? undefined : (ROLE_LABELS[role as Role] ?? role))

const stepsText = (count: number) => `${count} Einzelschritte`

/** The one thing that an act did besides, which needs no line of its own; undefined: there are more, or none. */
const onlyStepOf = ({ entries, steps }: LogLine) => (entries.length === 1 && steps.length === 1 ? steps[0] : undefined)

/** „dabei: SuS geändert (Klasse)“ */
const stepText = ({ action, entity_type, changed_fields }: LogEntry) => {
  const changed = changedFieldLabels(changed_fields, entity_type).join(', ')
  return `dabei: ${actionOption(action)}${changed && ` (${changed})`}`
}

/** What a line says of all that it stands for. */
const lineText = (line: LogLine) => (line.entries.length > 1 ? repeatedText(line, line.entries) : actionText(line))

/** What the line of a group already shows is only read aloud in the lines inside. */
const repeated = (isRepeated: boolean) => (isRepeated ? 'sh-visually-hidden' : undefined)

/** The time of an entry; of a group from its earliest to its latest one, which are of one day. */
const TimeCell = ({ line: { created_at, entries, isInside } }: { line: LogLine }) => {
  if (isInside) return <time dateTime={created_at}>{berlinTime(created_at)}</time>
  const times = entries.map((entry) => entry.created_at).sort()
  const [first = created_at, last = created_at] = [times[0], times.at(-1)]
  const isOneMinute = berlinTime(first) === berlinTime(last)
  return (
    <>
      <time dateTime={first}>{formatDateTime(first)}</time>
      {!isOneMinute && (
        <>
          –<time dateTime={last}>{berlinTime(last)}</time>
        </>
      )}
    </>
  )
}

/** What all entries of a line are about; undefined: they are about several objects. */
const onlyObjectOf = ({ entries }: LogLine) =>
  entries.every(({ entity_id }) => entity_id === entries[0]?.entity_id) ? entries[0] : undefined

/** The numbers that one cell shows, such as those of a grade in two years. */
const MOST_NUMBERS = 2

/** What was changed; the line's own object stands in its column and is not repeated. */
const detailsOf = (line: LogLine) => {
  // What came first stands first.
  const changed = line.entries.toSorted((a, b) => a.id - b.id).flatMap(({ changed_fields }) => changed_fields)
  // Many numbers in one cell are not read; unfolded, each has its line.
  const isMany = line.entries.length > MOST_NUMBERS
  const fields = [...new Set(changed.map((field) => (isMany && placesText(field) ? 'places' : field)))]
  const own = `${onlyObjectOf(line)?.entity_label}: `
  return changedFieldLabels(fields, line.entity_type).map((text) =>
    text.startsWith(own) ? text.slice(own.length) : text,
  )
}

interface Unfolding {
  unfolded: ReadonlySet<string>
  onUnfold: (key: string) => void
}

// A native button, as the others in this table.
const UnfoldButton = ({ line, unfolded, onUnfold }: Unfolding & { line: LogLine }) => {
  const isOpen = unfolded.has(line.key)
  const Icon = isOpen ? ChevronDown : ChevronRight
  const { entries, steps } = line
  const isOne = entries.length === 1
  const show = isOne ? `${stepsText(steps.length)} zeigen` : `${entries.length} Einträge einzeln zeigen`
  return (
    <button
      type="button"
      className={`sh-bare sh-inline sh-linked sh-small sh-gap-1 sh-screen-only ${classes.unfold}`}
      aria-expanded={isOpen}
      aria-label={`${show}: ${actorName(line)} ${lineText(line)}`}
      onClick={() => onUnfold(line.key)}
    >
      <Icon size={16} aria-hidden />
      {isOne ? stepsText(steps.length) : 'einzeln'}
    </button>
  )
}

interface UserlogColumnsFor extends Unfolding {
  search: string
  /** Narrows the list to one object; missing: it is narrowed to one already. */
  onOnlyObject: OnlyObjectProps['onOnlyObject'] | undefined
}

/** An empty cell of the table; a card leaves its line out. */
const NOTHING = <span data-nothing />

/** Columns of ux §3.12. */
export const userlogColumns = ({ search, onOnlyObject, ...unfolding }: UserlogColumnsFor): TableColumn<LogLine>[] => [
  {
    key: 'created_at',
    title: 'Zeit',
    sortKey: 'created_at',
    inCard: 'none',
    render: (line) => (
      <span className={line.hasOwnTime ? 'sh-one-line' : 'sh-visually-hidden'}>
        <TimeCell line={line} />
      </span>
    ),
  },
  {
    key: 'who',
    title: 'Zeit und Person',
    inCard: 'only',
    render: (line) => (
      <>
        <span className={repeated(!line.hasOwnTime)}>
          <TimeCell line={line} />
        </span>{' '}
        <span className={repeated(line.isInside)}>
          <MarkedText text={actorName(line)} search={search} />
        </span>
      </>
    ),
  },
  {
    key: 'person',
    title: 'Person',
    inCard: 'none',
    render: (entry) => (
      <span className={entry.isInside ? 'sh-visually-hidden' : `sh-padded-1 sh-block ${classes.tight}`}>
        <span className="sh-block">
          <MarkedText text={actorName(entry)} search={search} />
        </span>
        {roleOf(entry.role) && <span className={`sh-quiet sh-block ${classes.small}`}>{roleOf(entry.role)}</span>}
      </span>
    ),
  },
  {
    key: 'action',
    title: 'Aktion',
    isTitleHiddenInCard: true,
    render: (line) => {
      const step = onlyStepOf(line)
      return (
        <span className={`sh-chips sh-gap-2 sh-rows-1 ${classes.action}`} data-inside={line.isInside || undefined}>
          <span className={`sh-wraps sh-padded-1 ${classes.text} ${classes.tight}`}>
            {lineText(line)}
            {step && <span className={`sh-quiet ${classes.small}`}>, {stepText(step)}</span>}
          </span>
          <ResultChip result={line.result} />
          {!step && line.entries.length + line.steps.length > 1 && <UnfoldButton line={line} {...unfolding} />}
        </span>
      )
    },
  },
  {
    key: 'object',
    title: 'Objekt',
    isTitleHiddenInCard: true,
    render: (line) => {
      const entry = onlyObjectOf(line)
      // What somebody did to the own account needs no object.
      if (entry?.entity_type === 'user' && entry.entity_id === entry.user_id) return NOTHING
      return (
        <span className="sh-inline sh-gap-1">
          <span className={`sh-wraps sh-padded-1 ${classes.text} ${classes.tight}`}>
            {entry ? <ObjectCell entry={entry} /> : entityTypeLabel(line.entity_type)}
          </span>
          {entry && onOnlyObject && <OnlyObjectButton entry={entry} onOnlyObject={onOnlyObject} />}
        </span>
      )
    },
  },
  {
    key: 'details',
    title: 'Details',
    isTitleHiddenInCard: true,
    render: (line) => {
      const labels = detailsOf(line)
      if (labels.length === 0) return NOTHING
      return <span className={`sh-wraps sh-padded-1 ${classes.text} ${classes.tight}`}>{labels.join(', ')}</span>
    },
  },
]
