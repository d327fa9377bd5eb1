import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DoorOpen, EllipsisVertical, FileText, Mail, Pencil, Plus, Printer, Trash2, Upload } from 'lucide-react'
import { useMemo, useState } from 'react'
import { EMPLOYEE_TYPE_LABELS } from '#contract/employees/employee.record.ts'
import type { EmployeeRow } from '#contract/employees/employees.ts'
import { fullName } from '#contract/person-names.ts'
import { choicesOf } from '#contract/record.ts'
import { useMay } from '#web/api/base-data.ts'
import { RestrictedHintWidget } from '#web/domains/restrictions/RestrictedHintWidget.tsx'
import { usePrinting } from '#web/lists/drawn-rows.ts'
import { FilterMenu } from '#web/lists/FilterMenu.tsx'
import { ListPage } from '#web/lists/ListPage.tsx'
import { SearchField } from '#web/lists/SearchField.tsx'
import { chosenValues, type UrlQuery } from '#web/lists/table-state.ts'
import { useChosenIds } from '#web/lists/use-row-selection.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { EmptyState, NoHits } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { MenuEntry } from '#web/ui/MenuEntry.tsx'
import { PhoneMenu } from '#web/ui/PhoneMenu.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { usePageKeys } from '#web/ui/use-page-keys.ts'
import { ChosenEmployeesCard } from './ChosenEmployeesCard.tsx'
import { removeEmployee } from './employee-actions.tsx'
import { employeeColumns } from './employee-columns.tsx'
import {
  ACCOUNT_LABELS,
  EMPLOYEE_STATUS_LABELS,
  type EmployeeListState,
  EVERY_STATUS,
  employeeListState,
  shownEmployees,
  statusFilter,
} from './employee-list.ts'
import { employeeListQuery } from './employee-queries.ts'
import { InviteManyDialog } from './InviteManyDialog.tsx'
import { type EmployeeDialogs, useEmployeeDialogs } from './use-employee-dialogs.tsx'
import { withoutLogin } from './use-invitations.ts'

const STATUS_OPTIONS = Object.entries(EMPLOYEE_STATUS_LABELS).map(([value, label]) => ({ value, label }))
const TYPE_OPTIONS = choicesOf(EMPLOYEE_TYPE_LABELS)
const ACCOUNT_OPTIONS = choicesOf(ACCOUNT_LABELS)

/** Search and filters of the list; each stands in the address. */
const EmployeeFilterForm = ({ state }: { state: EmployeeListState }) => (
  <>
    <SearchField
      label="Mitarbeitende suchen"
      placeholder="Name, Kürzel, E-Mail …"
      value={state.search}
      onSearch={state.setSearch}
    />
    <FilterMenu
      label="Status"
      options={STATUS_OPTIONS}
      chosen={statusFilter.chosen(state.filters.status)}
      onChoose={(values) => state.setFilter('status', statusFilter.inAddress(values))}
    />
    <FilterMenu
      label="Tätigkeit"
      options={TYPE_OPTIONS}
      chosen={chosenValues(state.filters.type)}
      onChoose={(values) => state.setFilter('type', values.join(','))}
    />
    <FilterMenu
      label="Konto"
      options={ACCOUNT_OPTIONS}
      chosen={chosenValues(state.filters.account)}
      onChoose={(values) => state.setFilter('account', values.join(','))}
    />
  </>
)

/** What can be done with somebody of the list. */
const EmployeeRowMenu = ({ employee, dialogs }: { employee: EmployeeRow; dialogs: Pick<EmployeeDialogs, 'open'> }) => {
  const { id } = employee
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon aria-label={`Aktionen: ${fullName(employee)}`}>
          <EllipsisVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuEntry icon={FileText} to={paths.employee(id)}>
          Details
        </MenuEntry>
        <MenuEntry icon={Pencil} onClick={() => dialogs.open('edit', id)}>
          Bearbeiten
        </MenuEntry>
        <MenuEntry icon={DoorOpen} onClick={() => dialogs.open('exit', id)}>
          Abgang eintragen
        </MenuEntry>
        <Menu.Divider />
        <MenuEntry icon={Trash2} isNegative onClick={() => void removeEmployee(employee)}>
          Löschen
        </MenuEntry>
      </Menu.Dropdown>
    </Menu>
  )
}

const TITLE = 'Mitarbeitende'
const INVITE = 'Kollegium einladen'
const IMPORT = 'Importieren'
/** The key of the address that opens the invitations, as after an import. */
const INVITE_KEY = 'einladen'

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

interface PageActionsProps {
  onNew: () => void
  /** Undefined: there is nobody to invite, or the viewer may give nobody an account. */
  onInvite: (() => void) | undefined
}

const PageActions = ({ onNew, onInvite }: PageActionsProps) => {
  const isNarrow = useNarrow()
  return (
    <>
      {isNarrow ? (
        <PhoneMenu>
          <MenuEntry icon={Upload} to={paths.employeeImport}>
            {IMPORT}
          </MenuEntry>
          {onInvite && (
            <MenuEntry icon={Mail} onClick={onInvite}>
              {INVITE}
            </MenuEntry>
          )}
          <MenuEntry icon={Printer} onClick={() => window.print()}>
            Drucken
          </MenuEntry>
        </PhoneMenu>
      ) : (
        <>
          <PrintButton />
          <IconButton icon={Upload} to={paths.employeeImport}>
            {IMPORT}
          </IconButton>
          {onInvite && (
            <IconButton icon={Mail} onClick={onInvite}>
              {INVITE}
            </IconButton>
          )}
        </>
      )}
      <IconButton icon={Plus} data-primary onClick={onNew}>
        Mitarbeitende anlegen
      </IconButton>
    </>
  )
}

/** The invitations, which the address may ask for, too. Their dialog reads the list once, so it waits for the latest one. */
const useInviting = (urlQuery: UrlQuery, list: { data: unknown; isFetching: boolean }) => {
  const [step, setStep] = useState(urlQuery.get(INVITE_KEY) === undefined ? 'none' : 'asked')
  if (step === 'asked' && list.data && !list.isFetching) setStep('open')
  return {
    isOpen: step === 'open',
    begin: () => setStep('open'),
    end: () => {
      setStep('none')
      urlQuery.set({ [INVITE_KEY]: undefined })
    },
  }
}

/** Ux §3.6: who works at the school, with classes of today and how far the accounts have come. */
export const EmployeesPage = () => {
  const urlQuery = useUrlSearch()
  const state = employeeListState(urlQuery)
  const list = useQuery(employeeListQuery)
  const dialogs = useEmployeeDialogs()
  const mayInvite = useMay()('manage users')
  const { search, sort } = state
  const { status, type, account } = state.filters
  const inviting = useInviting(urlQuery, list)
  const { fresh, waiting } = withoutLogin(list.data ?? [])
  const canInvite = mayInvite && fresh.length + waiting.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is a new object each time, these are its parts
  const rows = useMemo(
    () => list.data && shownEmployees(list.data, state),
    [list.data, search, sort, status, type, account],
  )
  usePageKeys({ n: dialogs.openNew })
  const selection = useChosenIds()
  const isPaper = usePrinting()
  const all = employeeColumns(search, mayInvite ? ({ id }) => dialogs.open('invite', id) : undefined)
  // Who has an account is nothing for the sheet on the wall.
  const columns = isPaper ? all.filter(({ key }) => key !== 'account') : all
  const isNobodyThere = list.data?.length === 0
  return (
    <ListPage
      title={TITLE}
      actions={<PageActions onNew={dialogs.openNew} onInvite={canInvite ? inviting.begin : undefined} />}
      name="employees"
      columns={columns}
      rowKey={({ id }) => id}
      rowLink={({ id }) => paths.employee(id)}
      rowActions={(employee) => <EmployeeRowMenu employee={employee} dialogs={dialogs} />}
      selection={{ isChosen: selection.isChosen, onChoose: selection.onChoose, nameOf: fullName }}
      state={state}
      rows={rows}
      query={list}
      isPaged={false}
      empty={
        isNobodyThere ? (
          <EmptyState
            title="Noch keine Mitarbeitenden."
            text="Legen Sie die erste Person an; danach können Sie ihr Klassen und ein Konto geben."
            action={
              <Group justify="center" gap="sm">
                <Button onClick={dialogs.openNew}>Mitarbeitende anlegen</Button>
                <Button component={Link} to={paths.employeeImport} variant="default">
                  Liste importieren
                </Button>
              </Group>
            }
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
      intro={<RestrictedHintWidget search={state.search} />}
      noHits={<NobodyFound state={state} />}
      toolbar={<EmployeeFilterForm state={state} />}
    >
      <ChosenEmployeesCard rows={list.data ?? []} selection={selection} />
      {dialogs.shown}
      {inviting.isOpen && mayInvite && <InviteManyDialog rows={list.data ?? []} onGone={inviting.end} />}
    </ListPage>
  )
}
