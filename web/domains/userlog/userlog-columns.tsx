import { Link } from '@tanstack/react-router'
import { ListFilter } from 'lucide-react'
import { formatDateTime } from '#contract/dates.ts'
import { ROLE_LABELS, type Role } from '#contract/permissions.ts'
import { changedFieldLabels } from '#contract/userlog/userlog.fields.ts'
import type { LogEntry } from '#contract/userlog/userlog.ts'
import { actionText, actorName, entityTypeLabel, LOG_RESULT_LABELS } from '#contract/userlog/userlog-labels.ts'
import type { TableColumn } from '#web/lists/table-columns.ts'
import { paths } from '#web/paths.ts'
import { linkTarget } from '#web/ui/link-target.ts'
import { MarkedText } from '#web/ui/MarkedText.tsx'
import parts from '#web/ui/page-parts.module.css'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import classes from './UserlogPage.module.css'

/** The page of an object, for the kinds that have one. */
const PAGES: Record<string, (entry: { id: number; label: string }) => string> = {
  pupil: ({ id }) => paths.pupil(id),
  registration: ({ id }) => paths.registration(id),
  user: ({ label }) => `${paths.users}?${new URLSearchParams({ search: label })}`,
}

const ObjectCell = ({ entry: { entity_type, entity_id, entity_label } }: { entry: LogEntry }) => {
  const type = entityTypeLabel(entity_type)
  if (entity_label === null) return type
  const pageOf = Object.hasOwn(PAGES, entity_type) ? PAGES[entity_type] : undefined
  return (
    <>
      {`${type}: `}
      {pageOf && entity_id !== null ? (
        <Link {...linkTarget(pageOf({ id: entity_id, label: entity_label }))}>{entity_label}</Link>
      ) : (
        entity_label
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
      aria-label={`nur dieses Objekt: ${entityTypeLabel(entity_type)} ${entity_label ?? `Nr. ${entity_id}`}`}
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

interface UserlogColumnsFor {
  search: string
  /** Narrows the list to one object; missing: it is narrowed to one already. */
  onOnlyObject: OnlyObjectProps['onOnlyObject'] | undefined
}

/** Columns of ux §3.12. */
export const userlogColumns = ({ search, onOnlyObject }: UserlogColumnsFor): TableColumn<LogEntry>[] => [
  {
    key: 'created_at',
    title: 'Zeit',
    sortKey: 'created_at',
    render: ({ created_at }) => <time dateTime={created_at}>{formatDateTime(created_at)}</time>,
  },
  {
    key: 'person',
    title: 'Person',
    render: (entry) => (
      <span className={`sh-padded-1 sh-block ${classes.tight}`}>
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
    render: (entry) => (
      <span className="sh-chips sh-gap-2 sh-rows-1">
        <span className={`sh-wraps sh-padded-1 ${classes.text} ${classes.tight}`}>{actionText(entry)}</span>
        <ResultChip result={entry.result} />
      </span>
    ),
  },
  {
    key: 'object',
    title: 'Objekt',
    render: (entry) => (
      <span className="sh-inline sh-gap-1">
        <span className={`sh-wraps sh-padded-1 ${classes.text} ${classes.tight}`}>
          <ObjectCell entry={entry} />
        </span>
        {onOnlyObject && <OnlyObjectButton entry={entry} onOnlyObject={onOnlyObject} />}
      </span>
    ),
  },
  {
    key: 'details',
    title: 'Details',
    render: ({ changed_fields, entity_type }) => (
      <span className={`sh-wraps sh-padded-1 ${classes.text} ${classes.tight}`}>
        {changedFieldLabels(changed_fields, entity_type).join(', ') || '–'}
      </span>
    ),
  },
]
