import { Fragment } from 'react'
import { berlinTime, formatDate } from '#contract/dates.ts'
import { VIEW_KIND_LABELS } from '#contract/viewlogs/viewlogs.kinds.ts'
import { viewerName } from '#contract/viewlogs/viewlogs.texts.ts'
import type { SeenOnDay, ViewDay } from '#contract/viewlogs/viewlogs.ts'
import type { TableColumn } from '#web/lists/table-columns.ts'
import classes from './Viewlogs.module.css'
import { SeenText, ViewerText } from './viewlog-cells.tsx'

const figures = (count: number) => count.toLocaleString('de-DE')

/** „07:52–15:26 Uhr“ */
const timesText = ({ first_at, last_at }: ViewDay) => {
  const [first, last] = [berlinTime(first_at), berlinTime(last_at)]
  return `${first === last ? first : `${first}–${last}`} Uhr`
}

const oftenText = (count: number) => (count > 1 ? ` (${figures(count)}-mal)` : '')

/** „24 SuS: Briefe an die Sorgeberechtigten“, „Mia Müller (3-mal)“ */
const SeenLine = (seen: SeenOnDay) => (
  <>
    <SeenText {...seen} />
    {seen.what !== null && `: ${seen.what}`}
    {oftenText(seen.count)}
  </>
)

/** The few who are named, and how many there are besides. */
const SeenCell = ({ seen, seen_count }: ViewDay) => (
  <span className={`sh-wraps sh-padded-1 sh-block ${classes.seen}`}>
    {seen.map((one, index) => (
      <Fragment key={JSON.stringify([one.what, one.subject, one.subject_id, one.subject_count])}>
        {index > 0 && ', '}
        <SeenLine {...one} />
      </Fragment>
    ))}
    {seen_count > seen.length && ` und ${figures(seen_count - seen.length)} weitere`}
  </span>
)

/** „Seite aufgerufen (8-mal), Als Datei ausgegeben“ */
const kindsText = ({ kinds }: ViewDay) =>
  kinds.map(({ kind, count }) => `${VIEW_KIND_LABELS[kind]}${oftenText(count)}`).join(', ')

interface ViewDayColumnsFor {
  search: string
  /** Narrows the list to one person who looked; missing: it is narrowed already. */
  onPerson: ((userId: number) => void) | undefined
  /** Shows each view of the row. */
  onOpen: (day: ViewDay) => void
}

/** What each person saw on each day. */
export const viewDayColumns = ({ search, onPerson, onOpen }: ViewDayColumnsFor): TableColumn<ViewDay>[] => [
  {
    key: 'day',
    title: 'Tag',
    sortKey: 'viewed_at',
    width: '9rem',
    render: (row) => (
      <span className={`sh-padded-1 sh-block ${classes.tight}`}>
        <time className="sh-block" dateTime={row.day}>
          {formatDate(row.day)}
        </time>
        <span className={`sh-quiet sh-block sh-regular ${classes.small}`}>{timesText(row)}</span>
      </span>
    ),
  },
  {
    key: 'person',
    title: 'Person',
    width: '13rem',
    render: (entry) => <ViewerText {...{ entry, search, onPerson }} />,
  },
  { key: 'seen', title: 'Wessen Daten', render: SeenCell },
  {
    key: 'kinds',
    title: 'Einsicht',
    // A native button: a page has up to two hundred of them.
    render: (row) => (
      <button
        type="button"
        className={`sh-bare sh-linked sh-wraps sh-padded-1 ${classes.text} ${classes.kinds}`}
        aria-haspopup="dialog"
        aria-label={`${kindsText(row)}: ${figures(row.count)} Aufrufe einzeln zeigen, ${viewerName(row)} am ${formatDate(row.day)}`}
        onClick={() => onOpen(row)}
      >
        {kindsText(row)}
      </button>
    ),
  },
]
