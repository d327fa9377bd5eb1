import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { REQUEST_KIND_LABELS } from '#contract/privacyrequests/privacyrequest.record.ts'
import { choicesOf } from '#contract/record.ts'
import { useToday } from '#web/api/base-data.ts'
import { FilterMenu } from '#web/lists/FilterMenu.tsx'
import { ListPage } from '#web/lists/ListPage.tsx'
import { SearchField } from '#web/lists/SearchField.tsx'
import { chosenValues } from '#web/lists/table-state.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { EmptyState, NoHits } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { usePageKeys } from '#web/ui/use-page-keys.ts'
import { RequestDialog } from './RequestDialog.tsx'
import { requestColumns } from './request-columns.tsx'
import {
  EVERY_STATUS,
  printedScope,
  REQUEST_STATUS_LABELS,
  type RequestListState,
  requestListState,
  shownRequests,
  statusFilter,
} from './request-list.ts'
import { requestListQuery } from './request-queries.ts'

const STATUS_OPTIONS = choicesOf(REQUEST_STATUS_LABELS)
const KIND_OPTIONS = choicesOf(REQUEST_KIND_LABELS)

/** Search and filters of the list; each stands in the address. */
const RequestFilterForm = ({ state }: { state: RequestListState }) => (
  <>
    <SearchField label="Anfragen suchen" placeholder="Name …" value={state.search} onSearch={state.setSearch} />
    <FilterMenu
      label="Stand"
      options={STATUS_OPTIONS}
      chosen={statusFilter.chosen(state.filters.status)}
      onChoose={(values) => state.setFilter('status', statusFilter.inAddress(values))}
    />
    <FilterMenu
      label="Art"
      options={KIND_OPTIONS}
      chosen={chosenValues(state.filters.kind)}
      onChoose={(values) => state.setFilter('kind', values.join(','))}
    />
  </>
)

/** Domain DP-05: what people asked of the school about their data, and until when they must have an answer. */
export const PrivacyRequestsPage = () => {
  const today = useToday()
  const state = requestListState(useUrlSearch())
  const list = useQuery(requestListQuery)
  const [isNew, setNew] = useState(false)
  const { search, sort } = state
  const { status, kind } = state.filters
  const shown = () => list.data && shownRequests(list.data, state, today)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is a new object each time, these are its parts
  const rows = useMemo(shown, [list.data, search, sort, status, kind, today])
  const openNew = () => setNew(true)
  usePageKeys({ n: openNew })
  return (
    <ListPage
      title="Anfragen zum Datenschutz"
      actions={
        <>
          <PrintButton />
          <IconButton icon={Plus} data-primary onClick={openNew}>
            Anfrage erfassen
          </IconButton>
        </>
      }
      scope={rows && printedScope(state, { shown: rows.length, total: list.data?.length ?? 0 })}
      name="privacy-requests"
      columns={requestColumns(search, today)}
      rowKey={({ id }) => id}
      rowLink={({ id }) => paths.privacyRequest(id)}
      state={state}
      rows={rows}
      query={list}
      isPaged={false}
      empty={
        list.data?.length === 0 ? (
          <EmptyState
            title="Noch keine Anfragen."
            text="Wer wissen will, was die Schule gespeichert hat, oder eine Löschung wünscht, bekommt innerhalb eines Monats eine Antwort. Hier behalten Sie die Fristen im Blick."
            action={<Button onClick={openNew}>Anfrage erfassen</Button>}
          />
        ) : (
          <EmptyState
            title="Zurzeit wartet niemand auf eine Antwort."
            action={
              <Button variant="default" onClick={() => state.setFilter('status', EVERY_STATUS)}>
                Abgeschlossene zeigen
              </Button>
            }
          />
        )
      }
      noHits={<NoHits search={search} onReset={state.resetFilters} />}
      toolbar={<RequestFilterForm state={state} />}
    >
      {isNew && <RequestDialog onGone={() => setNew(false)} />}
    </ListPage>
  )
}
