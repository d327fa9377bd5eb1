import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus, Printer } from 'lucide-react'
import { PUPIL_READERS } from '#contract/pupils/pupils.ts'
import type { Schoolclass } from '#contract/schoolclasses/schoolclasses.ts'
import { useLabels, useMay, useToday } from '#web/api/base-data.ts'
import { queryClient } from '#web/api/query-client.ts'
import { DataTable } from '#web/lists/DataTable.tsx'
import { FilterMenu } from '#web/lists/FilterMenu.tsx'
import { type TableState, tableState } from '#web/lists/table-state.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { NotLoaded } from '#web/ui/EmptyState.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { PrintHead } from '#web/ui/PrintHead.tsx'
import { useKeptFocus } from '#web/ui/use-kept-focus.ts'
import { CLASS_LISTS, isClassList } from './class-lists.ts'
import { NoClassesCard } from './NoClassesCard.tsx'
import { SchoolclassRowMenu } from './SchoolclassRowMenu.tsx'
import { schoolclassColumns } from './schoolclass-columns.tsx'
import { classOptionsQuery, schoolclassListQuery } from './schoolclass-queries.ts'
import { shownClasses } from './shown-classes.ts'
import { shownYear } from './shown-year.ts'
import { useClassOpener } from './use-class-opener.tsx'
import { useClassRemover } from './use-class-remover.tsx'
import { yearText } from './year-text.ts'

const TITLE = 'Klassen'

/** Awaited by the router: which years there are; the page itself says so when they cannot be loaded. */
export const loadSchoolclasses = () => queryClient.prefetchQuery(classOptionsQuery)

const PageActions = ({ onNew }: { onNew: (() => void) | undefined }) => (
  <>
    <Button variant="default" leftSection={<Printer size={20} aria-hidden />} onClick={() => window.print()}>
      Drucken
    </Button>
    {onNew && (
      <Button data-primary leftSection={<Plus size={20} aria-hidden />} onClick={onNew}>
        Klasse anlegen
      </Button>
    )}
  </>
)

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

const Nothing = ({ shown, onNew }: { shown: ShownYear; onNew: (() => void) | undefined }) => {
  const { options, years, year, show } = shown
  if (options.isPending) return <LoadingText />
  if (options.isError && !options.data) return <NotLoaded onRetry={() => void options.refetch()} />
  return <NoClassesCard years={years} year={year} onYear={({ id }) => show(id)} onNew={onNew} />
}

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
  const rows = loaded.data && shownClasses(loaded.data, state.sort)
  const table = useKeptFocus<HTMLDivElement>(rows)
  const opener = useClassOpener(loaded.data, year?.id)
  const remover = useClassRemover()
  const labels = useLabels()
  const may = useMay()
  const mayManage = may('manage schoolclass') && year !== undefined && year.state !== 'closed'
  const onNew = mayManage ? opener.openNew : undefined
  const today = useToday()
  const empty = <Nothing shown={shown} onNew={onNew} />
  return (
    <>
      <PageTitle
        count={rows?.length}
        breadcrumb={<Breadcrumb crumbs={[{ text: 'Start', to: paths.home }]} current={TITLE} />}
        actions={<PageActions onNew={onNew} />}
      >
        {TITLE}
      </PageTitle>
      <PrintHead today={today} />
      {list && <Text mb="md">{`${CLASS_LISTS[list].title} drucken: Bitte wählen Sie die Klasse.`}</Text>}
      <div ref={table}>
        <DataTable
          name="schoolclasses"
          caption={year ? `Klassen im Schuljahr ${year.name}` : TITLE}
          columns={schoolclassColumns(labels, { showsToday: year?.state === 'active' && may(PUPIL_READERS) })}
          rowKey={({ id }) => id}
          rowLink={({ id }) => paths.schoolclass(id) + (list ? `?liste=${list}` : '')}
          {...(mayManage && {
            rowActions: (schoolclass: Schoolclass) => (
              <SchoolclassRowMenu schoolclass={schoolclass} onEdit={opener.openEdit} onRemove={remover.remove} />
            ),
          })}
          state={state}
          rows={rows}
          total={rows?.length}
          isFetching={loaded.isFetching}
          hasFailed={loaded.isError}
          onRetry={() => void loaded.refetch()}
          isPaged={false}
          empty={empty}
          noHits={empty}
          toolbar={<YearMenu {...shown} />}
        />
      </div>
      {opener.shown}
      {remover.shown}
    </>
  )
}
