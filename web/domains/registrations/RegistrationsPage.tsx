import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Printer } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { RegistrationList } from '#contract/registrations/registrations.list.ts'
import type { RegistrationRow } from '#contract/registrations/registrations.rows.ts'
import { STATUS_LABELS } from '#contract/registrations/registrations.status.ts'
import { useToday } from '#web/api/base-data.ts'
import { OutboxWidget } from '#web/domains/outboxes/OutboxWidget.tsx'
import { RegistrationsBulkCard } from '#web/domains/registrations/bulk/RegistrationsBulkCard.tsx'
import { useRegistrationSelection } from '#web/domains/registrations/bulk/use-registration-selection.ts'
import { CapacityWidget } from '#web/domains/waitlists/CapacityWidget.tsx'
import { DataTable } from '#web/lists/DataTable.tsx'
import { OTHER_ROWS } from '#web/lists/table-state.ts'
import { usePrintAll } from '#web/lists/use-print-all.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { PrintHead } from '#web/ui/PrintHead.tsx'
import { TabPicker } from '#web/ui/TabPicker.tsx'
import { useKeptFocus } from '#web/ui/use-kept-focus.ts'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { FormLinkCard } from './FormLinkCard.tsx'
import { RegistrationFilterForm } from './RegistrationFilterForm.tsx'
import { RegistrationListMenu } from './RegistrationListMenu.tsx'
import { DeletedRowMenu, RegistrationRowMenu } from './RegistrationRowMenu.tsx'
import { registrationColumns } from './registration-columns.tsx'
import { printedText } from './registration-filter-texts.ts'
import {
  IS_ON,
  registrationFilters,
  registrationListQuery,
  registrationState,
  useOpenYear,
} from './registration-list-query.ts'
import { STATUS_ORDER } from './status-order.ts'
import { switchStatus } from './switch-status.ts'

const TITLE = 'Bewerbungen'

const NO_ROWS: RegistrationRow[] = []

/** 1 to 4 on a row set its status (ux §3.8). */
const statusByKey = (row: RegistrationRow, key: string) => {
  const status = STATUS_ORDER[Number(key) - 1]
  if (status) void switchStatus(row, status)
  return status !== undefined
}

/** What was deleted has no page of its own until it is back. */
const BIN_ROWS = { rowActions: (row: RegistrationRow) => <DeletedRowMenu row={row} /> }

/** What the address asks for, its rows and who is chosen among them. */
const useRegistrationsPage = () => {
  const state = registrationState(useUrlSearch())
  const { facts, openYear, isKnown } = useOpenYear()
  const list = useQuery({
    ...registrationListQuery(state, openYear),
    placeholderData: keepPreviousData,
    enabled: isKnown,
  })
  const { data: rows = NO_ROWS, total = 0 } = list.data ?? {}
  const filters = registrationFilters(state, openYear)
  const selection = useRegistrationSelection({ rows, total, filters })
  const [wasChosen, setWasChosen] = useState(false)
  if (selection.chosen.length > 0 && !wasChosen) setWasChosen(true)
  // What stands above the rows must not push a row away from under the mouse.
  const [arePlacesKnown, setPlacesKnown] = useState(false)
  const onPlaces = useCallback(() => setPlacesKnown(true), [])
  const [isOutboxKnown, setOutboxKnown] = useState(false)
  const onOutbox = useCallback(() => setOutboxKnown(true), [])
  const isReady = isKnown && isOutboxKnown && (arePlacesKnown || state.filters.deleted === IS_ON)
  return {
    state,
    facts,
    openYear,
    isKnown,
    isReady,
    onPlaces,
    onOutbox,
    list,
    total,
    filters,
    selection,
    hasBulk: wasChosen,
  }
}
type PageState = ReturnType<typeof useRegistrationsPage>

const PageActions = ({ page: { state, list, filters, total } }: { page: PageState }) => {
  const isNarrow = useNarrow()
  const print = usePrintAll(state, list.data)
  return (
    <>
      {!isNarrow && (
        <Button variant="default" leftSection={<Printer size={20} aria-hidden />} onClick={print}>
          Drucken
        </Button>
      )}
      <RegistrationListMenu filters={filters} isEmpty={total === 0} />
      <Button component={Link} to={paths.newRegistration} data-primary leftSection={<Plus size={20} aria-hidden />}>
        Neue Bewerbung
      </Button>
    </>
  )
}

const RegistrationsTable = ({ page }: { page: PageState }) => {
  const { state, list, facts, openYear, isReady, selection } = page
  const isBin = state.filters.deleted === IS_ON
  const table = useKeptFocus<HTMLDivElement>(list.data)
  const pathOf = ({ id }: RegistrationRow) => paths.registration(id) + window.location.search
  const rowMenu = (row: RegistrationRow) => <RegistrationRowMenu row={row} path={pathOf(row)} />
  const rowProps = { rowLink: pathOf, rowActions: rowMenu, onRowKey: statusByKey, selection: selection.selection }
  return (
    <div ref={table}>
      <DataTable
        name="registrations"
        caption={TITLE}
        columns={registrationColumns({
          search: state.search,
          today: useToday(),
          isBin,
          isWaitlist: state.filters.status === 'waiting',
        })}
        rowKey={({ id }) => id}
        {...(isBin ? BIN_ROWS : rowProps)}
        state={state}
        rows={isReady ? list.data?.data : undefined}
        total={list.data?.total}
        isFetching={list.isFetching || !isReady}
        hasFailed={list.isError}
        onRetry={() => void list.refetch()}
        rowOptions={OTHER_ROWS}
        empty={<FormLinkCard />}
        toolbar={<RegistrationFilterForm state={state} facts={facts} openYear={openYear} />}
      />
    </div>
  )
}

interface StatusPickerProps {
  counts: RegistrationList['counts'] | undefined
  chosen: string | undefined
  onChoose: (status: string | undefined) => void
}

/** One status or all, each with how many applications have it (domain §3.6). */
const StatusPicker = ({ counts, chosen, onChoose }: StatusPickerProps) => {
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  const options = [
    { value: undefined, label: 'Alle', count: all },
    ...STATUS_ORDER.map((value) => ({ value, label: STATUS_LABELS[value], count: counts?.[value] })),
  ]
  return <TabPicker<string | undefined> label="Status" options={options} chosen={chosen} onChoose={onChoose} />
}

/** Spec §2, domain §3.6, ux §3.8: all applications of the school. */
export const RegistrationsPage = () => {
  const page = useRegistrationsPage()
  const { state, list, total, selection } = page
  const isBin = state.filters.deleted === IS_ON
  return (
    <>
      <PageTitle count={list.data?.total} actions={<PageActions page={page} />}>
        {TITLE}
      </PageTitle>
      <PrintHead today={useToday()} scope={list.data && printedText({ ...page, shown: list.data.data.length })} />
      <OutboxWidget onSettled={page.onOutbox} />
      <StatusPicker
        counts={list.data?.counts}
        chosen={state.filters.status}
        onChoose={(status) => state.setFilter('status', status)}
      />
      {page.isKnown && !isBin && (
        <CapacityWidget
          schoolYearId={page.filters.school_year_id}
          grade={page.filters.grade}
          isBeside
          onSettled={page.onPlaces}
        />
      )}
      <RegistrationsTable page={page} />
      {page.hasBulk && (
        <RegistrationsBulkCard
          chosen={isBin ? NO_ROWS : selection.chosen}
          total={total}
          isEveryHit={selection.isEveryHit}
          onAll={() => void selection.chooseAll()}
          onClear={selection.clear}
          onForget={selection.forget}
        />
      )}
    </>
  )
}
