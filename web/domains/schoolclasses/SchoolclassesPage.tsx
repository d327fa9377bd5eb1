import { ActionIcon, Button, Menu, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EllipsisVertical, FileText, Pencil, Plus, Trash2 } from 'lucide-react'
import { formatDate } from '#contract/dates.ts'
import { PUPIL_READERS } from '#contract/pupils/pupils.ts'
import type { Schoolclass } from '#contract/schoolclasses/schoolclasses.ts'
import { useLabels, useMay } from '#web/api/base-data.ts'
import { queryClient } from '#web/api/query-client.ts'
import { FilterMenu } from '#web/lists/FilterMenu.tsx'
import { ListPage } from '#web/lists/ListPage.tsx'
import { type TableState, tableState } from '#web/lists/table-state.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { EmptyState, NotLoaded } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { MenuEntry } from '#web/ui/MenuEntry.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { CLASS_LISTS, isClassList } from './class-lists.ts'
import { type ClassYear, nearestYear, shownYear, yearText } from './class-year.ts'
import { useClassRemover } from './EmptyClassDialog.tsx'
import { useClassDialog } from './SchoolclassDialog.tsx'
import { schoolclassColumns, shownClasses } from './schoolclass-columns.tsx'
import { classOptionsQuery, schoolclassListQuery } from './schoolclass-queries.ts'

const TITLE = 'Klassen'

/** Awaited by the router: which years there are; the page itself says so when they cannot be loaded. */
export const loadSchoolclasses = () => queryClient.prefetchQuery(classOptionsQuery)

/** The years, the one that is shown and how to show another; the active one needs no word in the address. */
const useShownYear = (state: TableState<'school_year_id'>) => {
  const options = useQuery(classOptionsQuery)
  const years = options.data?.schoolyears ?? []
  const year = shownYear(years, state.filters.school_year_id)
  const show = (id: number) => {
    const isActive = years.some((one) => one.id === id && one.state === 'active')
    state.setFilter('school_year_id', isActive ? undefined : String(id))
  }
  return { options, years, year, show }
}

type ShownYear = ReturnType<typeof useShownYear>

const YearMenu = ({ years, year, show }: ShownYear) =>
  // One year that is shown anyway leaves no choice.
  (years.length > 1 || (years.length === 1 && !year)) && (
    <FilterMenu
      label="Schuljahr"
      isSingle
      options={years.map((one) => ({ value: String(one.id), label: yearText(one) }))}
      chosen={year ? [String(year.id)] : []}
      onChoose={([id]) => show(Number(id))}
    />
  )

const NoYear = () => {
  const mayAdd = useMay()('manage schoolyear')
  return (
    <EmptyState
      title="Noch kein Schuljahr."
      text={`Klassen gehören zu einem Schuljahr. ${mayAdd ? 'Legen Sie zuerst eines an.' : 'Ihre Schulleitung legt es an.'}`}
      action={
        mayAdd && (
          <Button component={Link} to={paths.schoolyears}>
            Zu den Schuljahren
          </Button>
        )
      }
    />
  )
}

const beginText = ({ state, name, date_start }: ClassYear) =>
  state === 'planned' ? `Das Schuljahr ${name} beginnt am ${formatDate(date_start)}.` : undefined

/** Why no class stands here, and the way on. */
const NoClasses = ({ shown, onNew }: { shown: ShownYear; onNew: (() => void) | undefined }) => {
  const { options, years, year, show } = shown
  const seesAll = useMay()('view schoolclasses')
  if (options.isPending) return <LoadingText />
  if (options.isError && !options.data) return <NotLoaded onRetry={() => void options.refetch()} />
  const nearest = nearestYear(years)
  if (!nearest) return <NoYear />
  if (!year) {
    return (
      <EmptyState
        title={nearest.state === 'active' ? 'Dieses Schuljahr gibt es nicht.' : 'Zurzeit läuft kein Schuljahr.'}
        text={beginText(nearest)}
        action={<Button onClick={() => show(nearest.id)}>Klassen {nearest.name} zeigen</Button>}
      />
    )
  }
  if (!seesAll) {
    return <EmptyState title="Ihnen ist noch keine Klasse zugeordnet." text="Hier stehen Ihre Klassen." />
  }
  return (
    <EmptyState
      title="Keine Klassen vorhanden"
      text={`Im Schuljahr ${year.name} gibt es noch keine Klasse.`}
      action={onNew && <Button onClick={onNew}>Klasse anlegen</Button>}
    />
  )
}

/** What can be done with a class from the list. */
const ClassMenu = ({ one, onEdit, onRemove }: Record<'onEdit' | 'onRemove', () => void> & { one: Schoolclass }) => (
  <Menu position="bottom-end" width={220}>
    <Menu.Target>
      <ActionIcon aria-label={`Aktionen: Klasse ${one.classgradePlain}`}>
        <EllipsisVertical size={20} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <MenuEntry icon={FileText} to={paths.schoolclass(one.id)}>
        Details
      </MenuEntry>
      <MenuEntry icon={Pencil} onClick={onEdit}>
        Bearbeiten
      </MenuEntry>
      <Menu.Divider />
      <MenuEntry icon={Trash2} isNegative onClick={onRemove}>
        Löschen
      </MenuEntry>
    </Menu.Dropdown>
  </Menu>
)

/** Spec §2, ux §3.5: the classes of a school year, for teachers their own; with `?liste=` each opens that list. */
export const SchoolclassesPage = () => {
  const search = useUrlSearch()
  const wanted = search.get('liste')
  const list = isClassList(wanted) ? wanted : undefined
  const state = tableState(search, { sort: 'name', perPage: 0, filters: ['school_year_id'] })
  const chosen = state.filters.school_year_id
  const shown = useShownYear(state)
  const { year } = shown
  const loaded = useQuery(schoolclassListQuery(chosen === undefined ? undefined : Number(chosen)))
  const dialog = useClassDialog(loaded.data, year?.id)
  const remover = useClassRemover()
  const labels = useLabels()
  const may = useMay()
  const mayManage = may('manage schoolclass') && year !== undefined && year.state !== 'closed'
  const onNew = mayManage ? dialog.openNew : undefined
  const empty = <NoClasses shown={shown} onNew={onNew} />
  return (
    <ListPage
      title={TITLE}
      actions={
        <>
          <PrintButton />
          {onNew && (
            <IconButton icon={Plus} data-primary onClick={onNew}>
              Klasse anlegen
            </IconButton>
          )}
        </>
      }
      intro={list && <Text mb="md">{`${CLASS_LISTS[list].title} drucken: Bitte wählen Sie die Klasse.`}</Text>}
      name="schoolclasses"
      caption={year ? `Klassen im Schuljahr ${year.name}` : TITLE}
      columns={schoolclassColumns(labels, { showsToday: year?.state === 'active' && may(PUPIL_READERS) })}
      rowKey={({ id }) => id}
      rowLink={({ id }) => paths.schoolclass(id) + (list ? `?liste=${list}` : '')}
      {...(mayManage && {
        rowActions: (one: Schoolclass) => (
          <ClassMenu one={one} onEdit={() => dialog.openEdit(one)} onRemove={() => remover.remove(one)} />
        ),
      })}
      state={state}
      rows={loaded.data && shownClasses(loaded.data, state.sort)}
      query={loaded}
      isPaged={false}
      empty={empty}
      noHits={empty}
      toolbar={<YearMenu {...shown} />}
    >
      {dialog.shown}
      {remover.shown}
    </ListPage>
  )
}
