import { Alert, Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Undo2 } from 'lucide-react'
import { formatDateTime } from '#contract/dates.ts'
import type { RolloverRow } from '#contract/rollovers/rollovers.state.ts'
import { rolloverEndpoints } from '#contract/rollovers/rollovers.ts'
import { actOnce } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { paths } from '#web/paths.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { PageHead } from '#web/shell/PageHead.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { type LeaverList, leaverLists, ROLLOVER_CRUMBS, RolloverLeaversPage } from './RolloverLeaversPage.tsx'
import { RolloverReportCard } from './RolloverReportCard.tsx'
import { rolloverReportQuery } from './rollover-query.ts'
import { countsText } from './rollover-texts.ts'

const TITLE = 'Bericht zum Schuljahreswechsel'

const doneText = ({ created_at, created_by }: RolloverRow) =>
  `Durchgeführt am ${formatDateTime(created_at)}${created_by ? ` von ${created_by}` : ''}.`

/** Takes a year change back after a question. The server says what stands against it. */
const undoRollover = async (row: RolloverRow) => {
  const isWanted = await confirmDialog({
    title: 'Schuljahreswechsel zurücknehmen?',
    message: (
      <>
        <p>{`${row.from_year} → ${row.to_year}: ${countsText(row.counts)}.`}</p>
        <p>Alles wird wieder, wie es vor dem Wechsel war. Dabei angelegte Klassen werden gelöscht.</p>
      </>
    ),
    accept: 'Zurücknehmen',
    type: 'attention',
    prefers: 'dismiss',
  })
  if (!isWanted) return
  const reply = await actOnce('undo rollover', () => call(rolloverEndpoints.undo, { params: { id: row.id } }))
  if (!reply) return
  notify(reply.message)
  await queryClient.invalidateQueries()
}

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
    <div className="sh-screen-only">
      <IconButton icon={Undo2} onClick={() => void undoRollover(row)}>
        Schuljahreswechsel zurücknehmen
      </IconButton>
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
  const query = useQuery({ ...rolloverReportQuery(id), meta: { quiet: true } })
  const row = query.data
  const lists = row ? leaverLists(row) : []
  if (row && wanted !== undefined) {
    const list = lists.find(({ key }) => key === wanted)
    return <RolloverLeaversPage id={id} year={row.report.from_year} list={list} />
  }
  return (
    <>
      <PageHead
        crumbs={ROLLOVER_CRUMBS}
        current="Bericht"
        actions={
          <>
            {lists.map((list) => (
              <ListLink key={list.key} id={id} list={list} />
            ))}
            <Button component={Link} to={paths.schoolclasses} variant="default">
              Zu den Klassen
            </Button>
            <PrintButton />
          </>
        }
      >
        {TITLE}
      </PageHead>
      <Loaded query={query}>
        {(done) => (
          <Stack gap="md">
            {message && !done.undone_at && (
              <Alert color="green" role="status" title="Geschafft">
                {message}
              </Alert>
            )}
            <Text>{doneText(done)}</Text>
            <UndoState row={done} />
            <RolloverReportCard report={done.report} isDone />
          </Stack>
        )}
      </Loaded>
    </>
  )
}
