import { UnstyledButton } from '@mantine/core'
import { formatDateTime } from '#contract/dates.ts'
import { subjectText, viewText } from '#contract/viewlogs/viewlogs.texts.ts'
import type { ViewEntry } from '#contract/viewlogs/viewlogs.ts'
import type { TableColumn } from '#web/lists/table-columns.ts'
import classes from './Viewlogs.module.css'
import { OnlyButton, SeenText, ViewerText } from './viewlog-cells.tsx'

interface RecordsButtonProps {
  entry: ViewEntry
  /** Shows everybody in one export. */
  onRecords: (entry: ViewEntry) => void
}

/** Whose data it was; of several it leads to who they are. */
export const RecordsButton = ({ entry, onRecords }: RecordsButtonProps) =>
  entry.subject_id === null ? (
    <UnstyledButton
      className={classes.records ?? ''}
      aria-label={`${subjectText(entry)} anzeigen`}
      onClick={() => onRecords(entry)}
    >
      {subjectText(entry)}
    </UnstyledButton>
  ) : (
    <SeenText {...entry} />
  )

interface ViewColumnsFor extends Pick<RecordsButtonProps, 'onRecords'> {
  search: string
  /** Narrows the list to one person who looked; missing: it is narrowed already. */
  onPerson: ((userId: number) => void) | undefined
  /** The same for the person whose data it was. */
  onRecord: ((entry: ViewEntry) => void) | undefined
}

/** The views one by one. */
export const viewColumns = ({ search, onPerson, onRecord, onRecords }: ViewColumnsFor): TableColumn<ViewEntry>[] => [
  {
    key: 'viewed_at',
    title: 'Zeit',
    sortKey: 'viewed_at',
    width: '11rem',
    render: ({ viewed_at }) => <time dateTime={viewed_at}>{formatDateTime(viewed_at)}</time>,
  },
  {
    key: 'person',
    title: 'Person',
    render: (entry) => <ViewerText {...{ entry, search, onPerson }} />,
  },
  {
    key: 'subject',
    title: 'Wessen Daten',
    render: (entry) => (
      <span className="sh-inline sh-gap-1">
        <span className={`sh-wraps sh-padded-1 ${classes.text}`}>
          <RecordsButton entry={entry} onRecords={onRecords} />
        </span>
        {onRecord && entry.subject_id !== null && (
          <OnlyButton label={`nur diese Daten: ${subjectText(entry)}`} onPress={() => onRecord(entry)} />
        )}
      </span>
    ),
  },
  {
    key: 'kind',
    title: 'Einsicht',
    render: (entry) => <span className={`sh-wraps sh-padded-1 ${classes.text}`}>{viewText(entry)}</span>,
  },
]
