import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type DataCheckRow, dataCheckEndpoints } from '#contract/datachecks/datachecks.ts'
import { formatDate, formatDayOf } from '#contract/dates.ts'
import { queryFor } from '#web/api/queries.ts'
import { ListPage } from '#web/lists/ListPage.tsx'
import type { TableColumn } from '#web/lists/table-columns.ts'
import { OTHER_ROWS, tableState } from '#web/lists/table-state.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageIntro } from '#web/ui/PageIntro.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { usePageKeys } from '#web/ui/use-page-keys.ts'
import { progressLook, progressText } from './check-texts.ts'

const BEGIN = 'Datenabgleich beginnen'

const COLUMNS: readonly TableColumn<DataCheckRow>[] = [
  { key: 'audience', title: 'Wer gefragt wird', render: ({ audience }) => `Eltern: ${audience}` },
  {
    key: 'state',
    title: 'Stand',
    render: ({ counts }) => <StatusChip {...progressLook(counts)}>{progressText(counts)}</StatusChip>,
  },
  {
    key: 'ends_on',
    title: 'Bis',
    render: ({ ends_on, is_running }) => (is_running ? formatDate(ends_on) : 'beendet'),
  },
  {
    key: 'created_at',
    title: 'Begonnen',
    render: ({ created_at, created_by }) => `${formatDayOf(created_at)}, ${created_by ?? 'Gelöschter Benutzer'}`,
  },
]

/** The rounds in which families looked through their data, newest first. */
export const DataChecksPage = () => {
  const state = tableState(useUrlSearch(), { sort: '-created_at', perPage: 0 })
  const list = useQuery(queryFor(dataCheckEndpoints.list, {}))
  const navigate = useNavigate()
  usePageKeys({ n: () => void navigate({ to: paths.newDataCheck }) })
  return (
    <ListPage
      title="Datenabgleich"
      crumbs={[{ text: 'Schülerinnen und Schüler', to: paths.pupils }]}
      actions={
        <IconButton icon={Plus} data-primary to={paths.newDataCheck}>
          {BEGIN}
        </IconButton>
      }
      intro={
        <PageIntro>
          Familien sehen ihre Kontaktdaten über einen Link durch. Änderungen übernehmen Sie einzeln oder alle.
        </PageIntro>
      }
      name="data-checks"
      columns={COLUMNS}
      rowKey={({ id }) => id}
      rowLink={({ id }) => paths.dataCheck(id)}
      state={state}
      rows={list.data}
      query={list}
      rowOptions={OTHER_ROWS}
      isPaged={false}
      toolbar={null}
      empty={
        <EmptyState
          title="Noch kein Datenabgleich."
          text="Einmal im Jahr: Jede sorgeberechtigte Person bekommt einen eigenen Link, ohne Anmeldung."
          action={
            <Button component={Link} to={paths.newDataCheck}>
              {BEGIN}
            </Button>
          }
        />
      }
    />
  )
}
