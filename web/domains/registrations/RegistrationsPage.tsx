import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Printer } from 'lucide-react'
import type { RegistrationRow } from '#contract/registrations.ts'
import { useToday } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { useUrlSearch } from '#web/shell/use-url-search.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { PrintHead } from '#web/ui/PrintHead.tsx'
import { OTHER_ROWS } from '#web/ui/table-state.ts'
import { useKeptFocus } from '#web/ui/use-kept-focus.ts'
import { usePrintAll } from '#web/ui/use-print-all.ts'
import { FormLinkCard } from './FormLinkCard.tsx'
import { RegistrationFilterForm } from './RegistrationFilterForm.tsx'
import { DeletedRowMenu, RegistrationRowMenu } from './RegistrationRowMenu.tsx'
import { registrationColumns } from './registration-columns.tsx'
import { IS_ON, registrationListQuery, registrationState, useOpenYear } from './registration-list-query.ts'
import { StatusPicker } from './StatusPicker.tsx'
import { STATUS_ORDER, switchStatus } from './switch-status.ts'

const TITLE = 'Bewerbungen'

/** 1 to 4 on a row set its status (ux §3.8). */
const statusByKey = (row: RegistrationRow, key: string) => {
  const status = STATUS_ORDER[Number(key) - 1]
  if (status) void switchStatus(row, status)
  return status !== undefined
}

/** What was deleted has no page of its own until it is back. */
const BIN_ROWS = { rowActions: (row: RegistrationRow) => <DeletedRowMenu row={row} /> }

/** Spec §2, domain §3.6: all applications of the school. */
export const RegistrationsPage = () => {
  const state = registrationState(useUrlSearch())
  const { facts, openYear, isKnown } = useOpenYear()
  const list = useQuery({
    ...registrationListQuery(state, openYear),
    placeholderData: keepPreviousData,
    enabled: isKnown,
  })
  const isBin = state.filters.deleted === IS_ON
  const table = useKeptFocus<HTMLDivElement>(list.data)
  const today = useToday()
  const print = usePrintAll(state, list.data)
  const pathOf = ({ id }: RegistrationRow) => paths.registration(id) + window.location.search
  const rowMenu = (row: RegistrationRow) => <RegistrationRowMenu row={row} path={pathOf(row)} />
  return (
    <>
      <PageTitle
        count={list.data?.total}
        actions={
          <>
            <Button variant="default" leftSection={<Printer size={20} aria-hidden />} onClick={print}>
              Drucken
            </Button>
            <Button
              component={Link}
              to={paths.newRegistration}
              data-primary
              leftSection={<Plus size={20} aria-hidden />}
            >
              Neue Bewerbung
            </Button>
          </>
        }
      >
        {TITLE}
      </PageTitle>
      <PrintHead today={today} />
      <StatusPicker
        counts={list.data?.counts}
        chosen={state.filters.status}
        onChoose={(status) => state.setFilter('status', status)}
      />
      <div ref={table}>
        <DataTable
          name="registrations"
          caption={TITLE}
          columns={registrationColumns({ search: state.search, today, isBin })}
          rowKey={({ id }) => id}
          {...(isBin ? BIN_ROWS : { rowLink: pathOf, rowActions: rowMenu, onRowKey: statusByKey })}
          state={state}
          rows={list.data?.data}
          total={list.data?.total}
          isFetching={list.isFetching || !isKnown}
          hasFailed={list.isError}
          onRetry={() => void list.refetch()}
          rowOptions={OTHER_ROWS}
          empty={<FormLinkCard />}
          toolbar={<RegistrationFilterForm state={state} facts={facts} openYear={openYear} />}
        />
      </div>
    </>
  )
}
