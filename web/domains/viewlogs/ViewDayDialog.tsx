import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { berlinTime, formatDate } from '#contract/dates.ts'
import { viewerName, viewerRole, viewText } from '#contract/viewlogs/viewlogs.texts.ts'
import { VIEW_PRINT_ROWS, type ViewDay, type ViewEntry, viewlogEndpoints } from '#contract/viewlogs/viewlogs.ts'
import { queryFor } from '#web/api/queries.ts'
import { PlainTable } from '#web/lists/PlainTable.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { useOpened } from '#web/ui/use-opened.ts'
import { RecordsButton } from './viewlog-columns.tsx'
import type { viewFilters } from './viewlog-query.ts'

interface ViewDayDialogProps {
  day: ViewDay
  /** The filters of the list behind: the dialog shows what the row counts. */
  filters: ReturnType<typeof viewFilters>
  onRecords: (entry: ViewEntry) => void
  onGone: () => void
}

/** Each view of one person on one day. */
export const ViewDayDialog = ({ day, filters, onRecords, onGone }: ViewDayDialogProps) => {
  const { onClose: close, ...modal } = useOpened(onGone)
  const { user_id, user_name } = day
  const entries = useQuery(
    queryFor(viewlogEndpoints.list, {
      query: {
        ...filters,
        ...(user_id !== null && { user_id }),
        from: day.day,
        until: day.day,
        per_page: VIEW_PRINT_ROWS,
      },
    }),
  )
  return (
    <Modal {...modal} onClose={close} size={720} title={`${viewerName(day)} am ${formatDate(day.day)}`}>
      {viewerRole(day) && <p className="sh-quiet sh-flush sh-below-1">{viewerRole(day)}</p>}
      <Loaded query={entries} waiting={<LoadingText />}>
        {({ data }) => (
          <PlainTable
            caption="Aufrufe"
            className="sh-below-4"
            isStacked
            columns={[
              {
                title: 'Uhrzeit',
                isName: true,
                className: 'sh-figures',
                cell: ({ viewed_at }) => <time dateTime={viewed_at}>{berlinTime(viewed_at)}</time>,
              },
              { title: 'Wessen Daten', cell: (entry) => <RecordsButton entry={entry} onRecords={onRecords} /> },
              { title: 'Einsicht', cell: viewText },
            ]}
            // Somebody without an account is known by name alone.
            rows={data.filter((entry) => entry.user_id === user_id && entry.user_name === user_name)}
          />
        )}
      </Loaded>
      <ButtonRow align="end" isFoot>
        <Button variant="default" data-autofocus onClick={close}>
          Schließen
        </Button>
      </ButtonRow>
    </Modal>
  )
}
