import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ArrowRightLeft, Plus } from 'lucide-react'
import type { Schoolyear } from '#contract/schoolyears/schoolyears.ts'
import { ListPage } from '#web/lists/ListPage.tsx'
import { sortedRows } from '#web/lists/shown-rows.ts'
import { tableState } from '#web/lists/table-state.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { SchoolyearMenu, useSchoolyearDialogs } from './SchoolyearMenu.tsx'
import { SCHOOLYEAR_COLUMNS } from './schoolyear-columns.tsx'
import { schoolyearListQuery } from './schoolyear-query.ts'

const TITLE = 'Schuljahre'

const sortedYears = (years: readonly Schoolyear[], sort: string) =>
  sortedRows(years, {
    sort,
    compareBy: { date_start: (a, b) => a.date_start.localeCompare(b.date_start) },
    tie: (a, b) => a.id - b.id,
  })

/** Domain §1.2: the years of the school, the newest first; each opens with its free days. */
export const SchoolyearsPage = () => {
  const navigate = useNavigate()
  const urlQuery = useUrlSearch()
  // There are few years, so neither pages nor filters.
  const state = tableState(urlQuery, { sort: '-date_start', perPage: 0 })
  const list = useQuery(schoolyearListQuery)
  const dialogs = useSchoolyearDialogs(list.data, urlQuery.get('neu') !== undefined)
  const rows = list.data && sortedYears(list.data, state.sort)
  return (
    <ListPage<Schoolyear>
      title={TITLE}
      actions={
        <>
          <PrintButton />
          <IconButton icon={ArrowRightLeft} onClick={() => void navigate({ to: paths.rollover })}>
            Schuljahreswechsel
          </IconButton>
          <IconButton icon={Plus} data-primary onClick={dialogs.openNew}>
            Schuljahr anlegen
          </IconButton>
        </>
      }
      name="schoolyears"
      columns={SCHOOLYEAR_COLUMNS}
      rowKey={({ id }) => id}
      rowLink={({ id }) => paths.schoolyear(id)}
      rowActions={(year) => <SchoolyearMenu year={year} years={rows ?? []} dialogs={dialogs} />}
      state={state}
      rows={rows}
      query={list}
      isPaged={false}
      toolbar={null}
      empty={
        <EmptyState
          title="Noch keine Schuljahre."
          text="Mit einem Schuljahr beginnen Klassen, Bewerbungen und der Kalender."
          action={<Button onClick={dialogs.openNew}>Schuljahr anlegen</Button>}
        />
      }
    >
      {dialogs.shown}
    </ListPage>
  )
}
