import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { counted } from '#contract/counted.ts'
import { formatDayOf } from '#contract/dates.ts'
import { listName } from '#contract/person-names.ts'
import { type NoticeReader, privacyNoticeEndpoints } from '#contract/privacynotices/privacynotices.ts'
import { queryFor } from '#web/api/queries.ts'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import { paths } from '#web/paths.ts'
import { NotLoaded } from '#web/ui/EmptyState.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'

const COLUMNS: readonly PlainColumn<NoticeReader>[] = [
  {
    title: 'Kind',
    isName: true,
    cell: ({ registration_id, child_firstname, child_lastname }) => (
      <Link to={paths.registration(registration_id)}>
        {listName({ firstname: child_firstname, lastname: child_lastname })}
      </Link>
    ),
  },
  { title: 'Bewerbung', className: 'sh-figures', cell: ({ number }) => number },
  { title: 'Von', cell: ({ contact }) => contact ?? '–' },
  { title: 'Am', cell: ({ read_at }) => <time dateTime={read_at}>{formatDayOf(read_at)}</time> },
]

const ReadersTable = ({ id }: { id: number }) => {
  const { data, isError, refetch } = useQuery(
    queryFor(privacyNoticeEndpoints.readers, { params: { id } }, { quiet: true }),
  )
  if (isError) return <NotLoaded onRetry={() => void refetch()} />
  if (!data) return <LoadingText />
  const hidden = data.total - data.rows.length
  return (
    <>
      <PlainTable
        caption="Bewerbungen mit dieser Fassung"
        rows={data.rows}
        rowKey={({ registration_id }) => registration_id}
        columns={COLUMNS}
        isStacked
      />
      {hidden > 0 && <p className="sh-quiet">und {counted(hidden, 'ältere Bewerbung', 'ältere Bewerbungen')}</p>}
    </>
  )
}

/** The families that sent their application with a version; their list is loaded when somebody opens it. */
export const NoticeReadersCard = ({ id, readers }: { id: number; readers: number }) => {
  const [isOpen, setOpen] = useState(false)
  const text = counted(readers, 'Bewerbung kam', 'Bewerbungen kamen')
  if (readers === 0) return <p className="sh-quiet">Mit dieser Fassung kam noch keine Bewerbung.</p>
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{text} mit dieser Fassung</summary>
      {isOpen && <ReadersTable id={id} />}
    </details>
  )
}
