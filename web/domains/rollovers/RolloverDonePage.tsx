import { Alert, Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Printer, Undo2 } from 'lucide-react'
import { formatDateTime } from '#contract/dates.ts'
import type { RolloverRow } from '#contract/rollovers/rollovers.state.ts'
import { useToday } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { NotLoaded } from '#web/ui/EmptyState.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { PrintHead } from '#web/ui/PrintHead.tsx'
import { type LeaverList, leaverLists } from './leaver-lists.ts'
import { RolloverLeaversPage } from './RolloverLeaversPage.tsx'
import { RolloverReportCard } from './RolloverReportCard.tsx'
import { rolloverReportQuery } from './rollover-query.ts'
import { undoRollover } from './undo-rollover.tsx'

const TITLE = 'Bericht zum Schuljahreswechsel'

const doneText = ({ created_at, created_by }: RolloverRow) =>
  `Durchgeführt am ${formatDateTime(created_at)}${created_by ? ` von ${created_by}` : ''}.`

/** Whether it was or can be taken back, and why not. */
const UndoState = ({ row }: { row: RolloverRow }) => {
  if (row.undone_at) {
    return (
      <Alert color="yellow">
        Zurückgenommen am {formatDateTime(row.undone_at)}
        {row.undone_by && ` von ${row.undone_by}`}.
      </Alert>
    )
  }
  if (row.undo_refusal) return <Text c="dimmed">Nicht mehr zurückzunehmen: {row.undo_refusal}</Text>
  return (
    <div data-screen-only>
      <Button variant="default" leftSection={<Undo2 size={20} aria-hidden />} onClick={() => void undoRollover(row)}>
        Schuljahreswechsel zurücknehmen
      </Button>
    </div>
  )
}

const ListLink = ({ id, list }: { id: number; list: LeaverList }) => (
  <Button
    variant="default"
    renderRoot={(props) => <Link {...props} to={paths.rollover} search={{ bericht: String(id), liste: list.key }} />}
  >
    Liste „{list.title}“
  </Button>
)

interface DoneProps {
  id: number
  /** It was carried out just now. */
  message: string | undefined
  /** Key of the list of leavers that is asked for instead of the report. */
  list: string | undefined
}

/** The report of a year change that was carried out, or a list out of it. */
export const RolloverDonePage = ({ id, message, list: wanted }: DoneProps) => {
  const today = useToday()
  const { data: row, isError, refetch } = useQuery({ ...rolloverReportQuery(id), meta: { quiet: true } })
  const lists = row ? leaverLists(row) : []
  if (row && wanted !== undefined) {
    const list = lists.find(({ key }) => key === wanted)
    return <RolloverLeaversPage id={id} year={row.report.from_year} list={list} />
  }
  return (
    <>
      <PageTitle
        breadcrumb={
          <Breadcrumb
            crumbs={[
              { text: 'Start', to: paths.home },
              { text: 'Schuljahreswechsel', to: paths.rollover },
            ]}
            current="Bericht"
          />
        }
        actions={
          <>
            {lists.map((list) => (
              <ListLink key={list.key} id={id} list={list} />
            ))}
            <Button component={Link} to={paths.schoolclasses} variant="default">
              Zu den Klassen
            </Button>
            <Button variant="default" leftSection={<Printer size={20} aria-hidden />} onClick={() => window.print()}>
              Drucken
            </Button>
          </>
        }
      >
        {TITLE}
      </PageTitle>
      <PrintHead today={today} />
      {isError && !row && <NotLoaded onRetry={() => void refetch()} />}
      {!isError && !row && <LoadingText />}
      {row && (
        <Stack gap="md">
          {message && !row.undone_at && (
            <Alert color="green" role="status" title="Geschafft">
              {message}
            </Alert>
          )}
          <Text>{doneText(row)}</Text>
          <UndoState row={row} />
          <RolloverReportCard report={row.report} isDone />
        </Stack>
      )}
    </>
  )
}
