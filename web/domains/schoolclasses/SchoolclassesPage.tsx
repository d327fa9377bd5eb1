import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Printer } from 'lucide-react'
import type { Schoolclass } from '#contract/schoolclasses.ts'
import { useMay, useToday } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { useUrlSearch } from '#web/shell/use-url-search.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FilterMenu } from '#web/ui/FilterMenu.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { PrintHead } from '#web/ui/PrintHead.tsx'
import { tableState } from '#web/ui/table-state.ts'
import { useKeptFocus } from '#web/ui/use-kept-focus.ts'
import { SchoolclassRowMenu } from './SchoolclassRowMenu.tsx'
import { SCHOOLCLASS_COLUMNS } from './schoolclass-columns.tsx'
import { classOptionsQuery, schoolclassListQuery } from './schoolclass-queries.ts'
import { shownClasses } from './shown-classes.ts'
import { useClassOpener } from './use-class-opener.tsx'
import { useClassRemover } from './use-class-remover.tsx'
import { yearText } from './year-text.ts'

const TITLE = 'Klassen'

interface NoClassesProps {
  /** Missing: the school has no such year yet. */
  yearName: string | undefined
  /** Missing: nothing can be added. */
  onNew: (() => void) | undefined
}

const NoClasses = ({ yearName, onNew }: NoClassesProps) => {
  const may = useMay()
  if (!may('view schoolclasses')) {
    return <EmptyState title="Ihnen ist noch keine Klasse zugeordnet." text="Hier stehen Ihre Klassen." />
  }
  if (!yearName) {
    return (
      <EmptyState
        title="Noch kein Schuljahr."
        text="Klassen gehören zu einem Schuljahr. Legen Sie zuerst eines an."
        action={
          may('manage schoolyear') && (
            <Button component={Link} to={paths.schoolyears}>
              Zu den Schuljahren
            </Button>
          )
        }
      />
    )
  }
  return (
    <EmptyState
      title="Keine Klassen vorhanden"
      text={`Im Schuljahr ${yearName} gibt es noch keine Klasse.`}
      action={onNew && <Button onClick={onNew}>Klasse anlegen</Button>}
    />
  )
}

/** The year whose classes are shown, in the address; the active one needs no word there. */
const useShownYear = (chosen: string | undefined) => {
  const { data } = useQuery(classOptionsQuery)
  const years = data?.schoolyears ?? []
  const active = years.find(({ state }) => state === 'active')
  const year = years.find(({ id }) => String(id) === chosen) ?? (chosen ? undefined : active)
  return { years, year, active }
}

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

/** Spec §2, ux §3.5: the classes of a school year, for teachers their own. */
export const SchoolclassesPage = () => {
  const state = tableState(useUrlSearch(), { sort: 'name', perPage: 0, filters: ['school_year_id'] })
  const chosen = state.filters.school_year_id
  const { years, year, active } = useShownYear(chosen)
  const list = useQuery(schoolclassListQuery(chosen === undefined ? undefined : Number(chosen)))
  const rows = list.data && shownClasses(list.data, state.sort)
  const table = useKeptFocus<HTMLDivElement>(rows)
  const opener = useClassOpener(list.data, year?.id)
  const remover = useClassRemover()
  const mayManage = useMay()('manage schoolclass') && year?.state !== 'closed'
  const onNew = mayManage ? opener.openNew : undefined
  const today = useToday()
  const empty = <NoClasses yearName={year?.name} onNew={onNew} />
  return (
    <>
      <PageTitle count={rows?.length} actions={<PageActions onNew={onNew} />}>
        {TITLE}
      </PageTitle>
      <PrintHead today={today} />
      <div ref={table}>
        <DataTable
          name="schoolclasses"
          caption={year ? `Klassen im Schuljahr ${year.name}` : TITLE}
          columns={SCHOOLCLASS_COLUMNS}
          rowKey={({ id }) => id}
          rowLink={({ id }) => paths.schoolclass(id)}
          {...(mayManage && {
            rowActions: (schoolclass: Schoolclass) => (
              <SchoolclassRowMenu
                schoolclass={schoolclass}
                onEdit={opener.openEdit}
                onRemove={(removed) => remover.remove(removed)}
              />
            ),
          })}
          state={state}
          rows={rows}
          total={rows?.length}
          isFetching={list.isFetching}
          hasFailed={list.isError}
          onRetry={() => void list.refetch()}
          isPaged={false}
          empty={empty}
          noHits={empty}
          toolbar={
            years.length > 1 && (
              <FilterMenu
                label="Schuljahr"
                isSingle
                options={years.map((one) => ({ value: String(one.id), label: yearText(one) }))}
                chosen={year ? [String(year.id)] : []}
                onChoose={([id]) => state.setFilter('school_year_id', id === String(active?.id) ? undefined : id)}
              />
            )
          }
        />
      </div>
      {opener.shown}
      {remover.shown}
    </>
  )
}
