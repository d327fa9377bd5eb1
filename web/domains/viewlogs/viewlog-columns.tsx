import { UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ListFilter } from 'lucide-react'
import { formatDateTime } from '#contract/dates.ts'
import { subjectText, viewerName, viewerRole, viewText } from '#contract/viewlogs/viewlogs.texts.ts'
import type { ViewEntry } from '#contract/viewlogs/viewlogs.ts'
import type { TableColumn } from '#web/lists/table-columns.ts'
import { paths } from '#web/paths.ts'
import { linkTarget } from '#web/ui/link-target.ts'
import { MarkedText } from '#web/ui/MarkedText.tsx'
import parts from '#web/ui/page-parts.module.css'
import classes from './Viewlogs.module.css'

/** The page of a person whose data were seen, for the kinds that have one. */
const PAGES: Partial<Record<ViewEntry['subject'], (id: number) => string>> = {
  pupil: paths.pupil,
  registration: paths.registration,
}

const SubjectCell = ({ entry, onRecords }: { entry: ViewEntry; onRecords: (entry: ViewEntry) => void }) => {
  const text = subjectText(entry)
  const { subject, subject_id, subject_label } = entry
  if (subject_id === null)
    return (
      <UnstyledButton
        className={classes.records ?? ''}
        aria-label={`${text} anzeigen`}
        onClick={() => onRecords(entry)}
      >
        {text}
      </UnstyledButton>
    )
  const pageOf = PAGES[subject]
  return pageOf && subject_label !== null ? <Link {...linkTarget(pageOf(subject_id))}>{text}</Link> : text
}

interface OnlyButtonProps {
  label: string
  onPress: () => void
}

// A native button: a page has up to four hundred of them.
const OnlyButton = ({ label, onPress }: OnlyButtonProps) => (
  <button
    type="button"
    className={`${parts.iconButton} sh-screen-only ${classes.only}`}
    title={label}
    aria-label={label}
    onClick={onPress}
  >
    <ListFilter size={16} aria-hidden />
  </button>
)

interface ViewColumnsFor {
  search: string
  /** Narrows the list to one person who looked; missing: it is narrowed already. */
  onPerson: ((entry: ViewEntry) => void) | undefined
  /** The same for the person whose data it was. */
  onRecord: ((entry: ViewEntry) => void) | undefined
  /** Shows everybody in one export. */
  onRecords: (entry: ViewEntry) => void
}

export const viewColumns = ({ search, onPerson, onRecord, onRecords }: ViewColumnsFor): TableColumn<ViewEntry>[] => [
  {
    key: 'viewed_at',
    title: 'Zeit',
    sortKey: 'viewed_at',
    render: ({ viewed_at }) => <time dateTime={viewed_at}>{formatDateTime(viewed_at)}</time>,
  },
  {
    key: 'person',
    title: 'Person',
    render: (entry) => (
      <span className="sh-inline sh-gap-1">
        <span className={`sh-padded-1 ${classes.tight}`}>
          <span className="sh-block">
            <MarkedText text={viewerName(entry)} search={search} />
          </span>
          {viewerRole(entry) && <span className={`sh-quiet sh-block ${classes.small}`}>{viewerRole(entry)}</span>}
        </span>
        {onPerson && entry.user_id !== null && (
          <OnlyButton label={`nur diese Person: ${viewerName(entry)}`} onPress={() => onPerson(entry)} />
        )}
      </span>
    ),
  },
  {
    key: 'kind',
    title: 'Einsicht',
    render: (entry) => <span className={`sh-wraps sh-padded-1 ${classes.text}`}>{viewText(entry)}</span>,
  },
  {
    key: 'subject',
    title: 'Wessen Daten',
    render: (entry) => (
      <span className="sh-inline sh-gap-1">
        <span className={`sh-wraps sh-padded-1 ${classes.text}`}>
          <SubjectCell entry={entry} onRecords={onRecords} />
        </span>
        {onRecord && entry.subject_id !== null && (
          <OnlyButton label={`nur diese Daten: ${subjectText(entry)}`} onPress={() => onRecord(entry)} />
        )}
      </span>
    ),
  },
]
