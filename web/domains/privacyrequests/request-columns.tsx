import { formatDate } from '#contract/dates.ts'
import { REQUEST_KIND_LABELS } from '#contract/privacyrequests/privacyrequest.record.ts'
import { dueDay } from '#contract/privacyrequests/privacyrequests.rules.ts'
import type { RequestRow } from '#contract/privacyrequests/privacyrequests.ts'
import type { TableColumn } from '#web/lists/table-columns.ts'
import { MarkedText } from '#web/ui/MarkedText.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { requestedKind, requestLook, subjectText } from './request-texts.ts'

/** The register: whom it is about, what is asked, and until when it must be answered. */
export const requestColumns = (search: string, today: string): TableColumn<RequestRow>[] => [
  {
    key: 'subject',
    title: 'Betrifft',
    sortKey: 'subject',
    render: (row) => (
      <>
        <MarkedText text={subjectText(row)} search={search} />
        <span className="sh-quiet sh-small sh-regular sh-block">{requestedKind(row.subject.type)}</span>
      </>
    ),
  },
  { key: 'kind', title: 'Art', sortKey: 'kind', render: ({ kind }) => REQUEST_KIND_LABELS[kind] },
  {
    key: 'requested_by',
    title: 'Gestellt von',
    render: ({ requested_by }) => requested_by && <MarkedText text={requested_by} search={search} />,
  },
  {
    key: 'received_on',
    title: 'Eingang',
    sortKey: 'received_on',
    render: ({ received_on }) => <span className="sh-figures">{formatDate(received_on)}</span>,
  },
  {
    key: 'due',
    title: 'Frist',
    sortKey: 'due',
    render: (row) => <span className="sh-figures">{formatDate(dueDay(row))}</span>,
  },
  {
    key: 'state',
    title: 'Stand',
    render: (row) => {
      const { text, ...look } = requestLook(row, today)
      return (
        <>
          <StatusChip {...look}>{text}</StatusChip>
          {row.done_on && <span className="sh-quiet sh-small sh-block">am {formatDate(row.done_on)}</span>}
        </>
      )
    },
  },
]
