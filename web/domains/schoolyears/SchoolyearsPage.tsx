import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ArrowRightLeft, Plus, Printer } from 'lucide-react'
import type { Schoolyear } from '#contract/schoolyears/schoolyears.ts'
import { useToday } from '#web/api/base-data.ts'
import { DataTable } from '#web/lists/DataTable.tsx'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { PrintHead } from '#web/ui/PrintHead.tsx'
import { useKeptFocus } from '#web/ui/use-kept-focus.ts'
import { SchoolyearMenu } from './SchoolyearMenu.tsx'
import { SCHOOLYEAR_COLUMNS } from './schoolyear-columns.tsx'
import { schoolyearListState, sortedYears } from './schoolyear-list.ts'
import { schoolyearListQuery } from './schoolyear-query.ts'
import { useSchoolyearDialogs } from './use-schoolyear-dialogs.tsx'

const TITLE = 'Schuljahre'

const PageActions = ({ onNew }: { onNew: () => void }) => {
  const navigate = useNavigate()
  return (
    <>
      <Button variant="default" leftSection={<Printer size={20} aria-hidden />} onClick={() => window.print()}>
        Drucken
      </Button>
      <Button
        variant="default"
        leftSection={<ArrowRightLeft size={20} aria-hidden />}
        onClick={() => void navigate({ to: paths.rollover })}
      >
        Schuljahreswechsel
      </Button>
      <Button data-primary leftSection={<Plus size={20} aria-hidden />} onClick={onNew}>
        Schuljahr anlegen
      </Button>
    </>
  )
}

/** Domain §1.2: the years of the school, the newest first; each opens with its free days. */
export const SchoolyearsPage = () => {
  const urlQuery = useUrlSearch()
  const state = schoolyearListState(urlQuery)
  const list = useQuery(schoolyearListQuery)
  const today = useToday()
  const dialogs = useSchoolyearDialogs(list.data, urlQuery.get('neu') !== undefined)
  const rows = list.data && sortedYears(list.data, state.sort)
  const table = useKeptFocus<HTMLDivElement>(rows)
  return (
    <>
      <PageTitle
        count={rows?.length}
        breadcrumb={<Breadcrumb crumbs={[{ text: 'Start', to: paths.home }]} current={TITLE} />}
        actions={<PageActions onNew={dialogs.openNew} />}
      >
        {TITLE}
      </PageTitle>
      <PrintHead today={today} />
      <div ref={table}>
        <DataTable<Schoolyear>
          name="schoolyears"
          caption="Schuljahre"
          columns={SCHOOLYEAR_COLUMNS}
          rowKey={({ id }) => id}
          rowLink={({ id }) => paths.schoolyear(id)}
          rowActions={(year) => <SchoolyearMenu year={year} years={rows ?? []} dialogs={dialogs} />}
          state={state}
          rows={rows}
          total={rows?.length}
          isFetching={list.isFetching}
          hasFailed={list.isError}
          onRetry={() => void list.refetch()}
          isPaged={false}
          empty={
            <EmptyState
              title="Noch keine Schuljahre."
              text="Mit einem Schuljahr beginnen Klassen, Bewerbungen und der Kalender."
              action={<Button onClick={dialogs.openNew}>Schuljahr anlegen</Button>}
            />
          }
        />
      </div>
      {dialogs.shown}
    </>
  )
}
