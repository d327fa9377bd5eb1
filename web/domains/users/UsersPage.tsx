import { Checkbox, Menu, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronDown, History, KeyRound, Plus, Printer } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { choicesOf } from '#contract/record.ts'
import type { User, userEndpoints } from '#contract/users/users.ts'
import { useMay, useSignedIn } from '#web/api/base-data.ts'
import type { Reply } from '#web/api/client.ts'
import { May } from '#web/api/May.tsx'
import { FilterMenu } from '#web/lists/FilterMenu.tsx'
import { ListPage } from '#web/lists/ListPage.tsx'
import { SearchField } from '#web/lists/SearchField.tsx'
import { chosenValues } from '#web/lists/table-state.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { TabPicker } from '#web/ui/TabPicker.tsx'
import { LoginRulesCard } from './LoginRulesCard.tsx'
import { lackedWayText } from './login-way-texts.ts'
import { PermissionTable } from './PermissionTable.tsx'
import { UserRowMenu } from './UserRowMenu.tsx'
import { useAccountDialog } from './use-account-dialog.tsx'
import { refreshUsers } from './user-actions.tsx'
import { userColumns } from './user-columns.tsx'
import { IS_ON, SIGN_IN_LABELS, shownUsers, type UserListState, userListQuery, userListState } from './user-list.ts'
import classes from './users.module.css'

/** Spec §2: this page has a link home. */
const WAY_HOME = [{ text: 'Start', to: paths.home }]

/** Prints the list or the overview of permissions alone; the browser's own command prints both. */
const printPart = (part: 'users' | 'permissions') => {
  document.documentElement.dataset.print = part
  window.addEventListener('afterprint', () => delete document.documentElement.dataset.print, { once: true })
  window.print()
}

const SIGN_IN_OPTIONS = choicesOf(SIGN_IN_LABELS)

interface FilterFormProps {
  state: UserListState
  users: readonly User[]
}

const FilterForm = ({ state, users }: FilterFormProps) => (
  <>
    <SearchField label="Benutzer suchen" placeholder="Name, E-Mail …" value={state.search} onSearch={state.setSearch} />
    <Checkbox
      label="nur Benutzer ohne Rolle"
      description="Zeigt auch Lehrkräfte (Lehrer Level 1)."
      checked={state.filters.without_role === IS_ON}
      onChange={(event) => state.setFilter('without_role', event.currentTarget.checked ? IS_ON : undefined)}
    />
    {(state.filters.unreachable === IS_ON || users.some(({ unreachable }) => unreachable)) && (
      <Checkbox
        label="nur nicht erreichbare Adressen"
        checked={state.filters.unreachable === IS_ON}
        onChange={(event) => state.setFilter('unreachable', event.currentTarget.checked ? IS_ON : undefined)}
      />
    )}
    <FilterMenu
      label="Zugang"
      options={SIGN_IN_OPTIONS}
      chosen={chosenValues(state.filters.sign_in)}
      onChoose={(values) => state.setFilter('sign_in', values.join(','))}
    />
  </>
)

const PrintMenu = () => (
  <Menu position="bottom-start">
    <Menu.Target>
      <IconButton icon={Printer} rightSection={<ChevronDown size={16} aria-hidden />}>
        Drucken
      </IconButton>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item onClick={() => printPart('users')}>Benutzer</Menu.Item>
      <Menu.Item onClick={() => printPart('permissions')}>Übersicht: Rechte - Rollen</Menu.Item>
    </Menu.Dropdown>
  </Menu>
)

/** The part below the list, which a button above it leads to. */
const BELOW = 'unter-der-liste'

const PageActions = ({ onNew }: { onNew: () => void }) => {
  const navigate = useNavigate()
  const urlQuery = useUrlSearch()
  const openLogin = () => {
    urlQuery.set({ tab: 'anmeldung' })
    document.getElementById(BELOW)?.focus()
  }
  return (
    <>
      <PrintMenu />
      <IconButton icon={KeyRound} onClick={openLogin}>
        Anmeldung festlegen
      </IconButton>
      <IconButton icon={History} onClick={() => void navigate({ to: paths.userlog })}>
        Benutzeraktionen
      </IconButton>
      <IconButton icon={Plus} data-primary onClick={onNew}>
        neuen Benutzer erzeugen
      </IconButton>
    </>
  )
}

const PARTS = [
  { value: 'rechte', label: 'Rechte und Rollen' },
  { value: 'anmeldung', label: 'Anmeldung' },
] as const

/** Spec §2: the overview of permissions stands below the table; the rules of the login share its place. */
const BelowTheList = ({ facts }: { facts: Reply<typeof userEndpoints.list> }) => {
  const urlQuery = useUrlSearch()
  const isLogin = urlQuery.get('tab') === 'anmeldung'
  return (
    <div className={classes.section} id={BELOW} tabIndex={-1}>
      <TabPicker
        label="Rechte und Anmeldung"
        options={PARTS}
        chosen={isLogin ? 'anmeldung' : 'rechte'}
        onChoose={(part) => urlQuery.set({ tab: part === 'anmeldung' ? part : undefined })}
      />
      {isLogin && (
        <div className="sh-screen-only">
          <LoginRulesCard rules={facts.login_rules} users={facts.users} />
          <May do="debug view">
            <p className="sh-flush sh-above-3">
              <Link to={paths.identityProviders}>Anmeldedienste: mit dem Konto der Schule anmelden</Link>
            </p>
          </May>
        </div>
      )}
      {/* Paper has no tabs: the overview can be printed from either. */}
      <section aria-labelledby="permissions" className={isLogin ? 'sh-paper-only' : undefined}>
        <Title order={2} id="permissions" mb="sm">
          Übersicht: Rechte - Rollen
        </Title>
        <PermissionTable facts={facts} />
      </section>
    </div>
  )
}

const POLL_MS = 3000
const MOST_POLLS = 20

/** While an invitation waits to be sent the list is read again, for a minute at most: then no mail server answers. */
const useQueuedInvitations = (users: readonly User[] | undefined) => {
  const waiting = users?.filter(({ invitation }) => invitation.state === 'queued').map(({ id }) => id)
  const key = waiting?.join() ?? ''
  useEffect(() => {
    if (key === '') return
    let polls = 0
    const timer = setInterval(() => {
      polls += 1
      if (polls >= MOST_POLLS) clearInterval(timer)
      void refreshUsers()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [key])
}

/** Spec §2: accounts, their roles, and what each role may do. */
export const UsersPage = () => {
  const state = userListState(useUrlSearch())
  const list = useQuery(userListQuery)
  const { attachedSchools: attached, school } = useSignedIn() ?? {}
  const mayAttach = useMay()('attach user to multiple schools')
  const users = list.data?.users
  const dialog = useAccountDialog(users)
  useQueuedInvitations(users)
  const { search, sort } = state
  const { without_role, unreachable, sign_in } = state.filters
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is a new object each time, these are its parts
  const rows = useMemo(
    () => users && shownUsers(users, state),
    [users, search, sort, without_role, unreachable, sign_in],
  )
  const columns = userColumns({
    search,
    roles: list.data?.roles ?? {},
    ownSchools: attached?.map(({ id }) => id) ?? [],
    now: new Date(),
    lackedWay: (user) => (list.data && school ? lackedWayText(user, list.data.login_rules, school.id) : undefined),
  })
  return (
    <ListPage
      title="Benutzer Verwaltung"
      caption="Benutzer"
      crumbs={WAY_HOME}
      actions={<PageActions onNew={dialog.openNew} />}
      listClass={classes.list}
      name="users"
      columns={columns}
      rowKey={({ id }) => id}
      rowActions={(user) => (
        <UserRowMenu
          user={user}
          onEdit={dialog.openEdit}
          onSchools={mayAttach ? dialog.openSchools : undefined}
          onPackage={dialog.openPackage}
        />
      )}
      actionsTitle="Aktion"
      state={state}
      rows={rows}
      query={list}
      isPaged={false}
      empty={<EmptyState title="Noch keine Benutzer." />}
      toolbar={<FilterForm state={state} users={users ?? []} />}
    >
      {list.data && (
        <>
          <BelowTheList facts={list.data} />
          {dialog.shown(list.data)}
        </>
      )}
    </ListPage>
  )
}
