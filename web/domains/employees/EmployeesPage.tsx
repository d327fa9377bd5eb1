import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { ListPage } from '#web/lists/ListPage.tsx'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { FROM_START } from '#web/shell/PageHead.tsx'
import { EmptyState, NoHits } from '#web/ui/EmptyState.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { usePageKeys } from '#web/ui/use-page-keys.ts'
import { EmployeeFilterForm } from './EmployeeFilterForm.tsx'
import { EmployeeRowMenu } from './EmployeeRowMenu.tsx'
import { employeeColumns } from './employee-columns.tsx'
import { type EmployeeListState, EVERY_STATUS, employeeListState, shownEmployees } from './employee-list.ts'
import { employeeListQuery } from './employee-queries.ts'
import { useEmployeeDialogs } from './use-employee-dialogs.tsx'

const TITLE = 'Mitarbeitende'

/** Without a choice of status only those who work here are searched: the way on to all others. */
const NobodyFound = ({ state }: { state: EmployeeListState }) =>
  state.search && !state.filters.status ? (
    <EmptyState
      title={`Keine Treffer für „${state.search}“.`}
      text="Gesucht wurde unter allen, die hier arbeiten."
      action={
        <Button variant="default" onClick={() => state.setFilter('status', EVERY_STATUS)}>
          Auch ausgeschiedene durchsuchen
        </Button>
      }
    />
  ) : (
    <NoHits search={state.search} onReset={state.resetFilters} />
  )

const PageActions = ({ onNew }: { onNew: () => void }) => (
  <>
    <PrintButton />
    <Button data-primary leftSection={<Plus size={20} aria-hidden />} onClick={onNew}>
      Mitarbeitende anlegen
    </Button>
  </>
)

/** Ux §3.6: who works at the school, with classes of today and how far the accounts have come. */
export const EmployeesPage = () => {
  const state = employeeListState(useUrlSearch())
  const list = useQuery(employeeListQuery)
  const dialogs = useEmployeeDialogs()
  const { search, sort } = state
  const { status, type } = state.filters
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is a new object each time, these are its parts
  const rows = useMemo(() => list.data && shownEmployees(list.data, state), [list.data, search, sort, status, type])
  usePageKeys({ n: dialogs.openNew })
  const isNobodyThere = list.data?.length === 0
  return (
    <ListPage
      title={TITLE}
      crumbs={FROM_START}
      actions={<PageActions onNew={dialogs.openNew} />}
      name="employees"
      columns={employeeColumns(search)}
      rowKey={({ id }) => id}
      rowLink={({ id }) => paths.employee(id)}
      rowActions={(employee) => <EmployeeRowMenu employee={employee} dialogs={dialogs} />}
      state={state}
      rows={rows}
      query={list}
      isPaged={false}
      empty={
        isNobodyThere ? (
          <EmptyState
            title="Noch keine Mitarbeitenden."
            text="Legen Sie die erste Person an; danach können Sie ihr Klassen und ein Konto geben."
            action={<Button onClick={dialogs.openNew}>Mitarbeitende anlegen</Button>}
          />
        ) : (
          <EmptyState
            title="Zurzeit arbeitet hier niemand."
            action={
              <Button variant="default" onClick={() => state.setFilter('status', EVERY_STATUS)}>
                Ausgeschiedene zeigen
              </Button>
            }
          />
        )
      }
      noHits={<NobodyFound state={state} />}
      toolbar={<EmployeeFilterForm state={state} />}
    >
      {dialogs.shown}
    </ListPage>
  )
}
