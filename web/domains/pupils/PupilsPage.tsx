import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { PUPIL_STATUSES, pupilEndpoints, seesPupilContacts } from '#contract/pupils.ts'
import { useMay, useSignedIn, useToday } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { useUrlSearch } from '#web/shell/use-url-search.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState, NoHits } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { PrintHead } from '#web/ui/PrintHead.tsx'
import { type TableState, tableState } from '#web/ui/table-state.ts'
import { usePrintAll } from '#web/ui/use-print-all.ts'
import { PupilFilterForm } from './PupilFilterForm.tsx'
import { pupilColumns } from './pupil-columns.tsx'
import { PUPIL_FILTERS, type PupilFilter, pupilListQuery } from './pupil-list-query.ts'

const TITLE = 'Schülerinnen und Schüler'
const ROWS_PER_PAGE = 10
const EVERY_STATUS = PUPIL_STATUSES.join(',')

const NoPupils = () => {
  const may = useMay()
  if (!may('view pupil')) {
    return <EmptyState title="Ihnen ist noch keine Klasse zugeordnet." text="Hier stehen die Kinder Ihrer Klassen." />
  }
  return (
    <EmptyState
      title="Noch keine Schülerinnen und Schüler."
      text="Aus angenommenen Bewerbungen werden hier Schülerinnen und Schüler; künftige zeigt der Filter „Status“."
      action={
        may('manage pupil application') && (
          <Button component={Link} to={paths.registrations}>
            Zu den Bewerbungen
          </Button>
        )
      }
    />
  )
}

/** Without a filter of status only those who are or will be at school are searched: the way on to all others. */
const NoPupilFound = ({ state }: { state: TableState<PupilFilter> }) =>
  state.search && !state.filters.status ? (
    <EmptyState
      title={`Keine Treffer für „${state.search}“.`}
      text="Gesucht wurde unter jetzigen und künftigen Kindern."
      action={
        <Button variant="default" onClick={() => state.setFilter('status', EVERY_STATUS)}>
          Auch ehemalige durchsuchen
        </Button>
      }
    />
  ) : (
    <NoHits search={state.search} onReset={state.resetFilters} />
  )

/** Spec §2, domain §3.6: all pupils the viewer may see. */
export const PupilsPage = () => {
  const seesContacts = seesPupilContacts(useSignedIn()?.permissions ?? [])
  const state = tableState(useUrlSearch(), { sort: 'lastname', perPage: ROWS_PER_PAGE, filters: PUPIL_FILTERS })
  const list = useQuery(queryFor(pupilEndpoints.list, { query: pupilListQuery(state) }, { keepPrevious: true }))
  const today = useToday()
  const print = usePrintAll(state, list.data)
  return (
    <>
      <PageTitle
        count={list.data?.total}
        actions={
          <Button variant="default" leftSection={<Printer size={20} aria-hidden />} onClick={print}>
            Drucken
          </Button>
        }
      >
        {TITLE}
      </PageTitle>
      <PrintHead today={today} />
      <DataTable
        name="pupils"
        caption={TITLE}
        columns={pupilColumns({ search: state.search, today, seesBirthdate: seesContacts })}
        rowKey={({ id }) => id}
        rowLink={({ id }) => paths.pupil(id)}
        state={state}
        rows={list.data?.data}
        total={list.data?.total}
        isFetching={list.isFetching}
        hasFailed={list.isError}
        onRetry={() => void list.refetch()}
        empty={<NoPupils />}
        noHits={<NoPupilFound state={state} />}
        toolbar={<PupilFilterForm state={state} searchesContacts={seesContacts} />}
      />
    </>
  )
}
