import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { addDays, formatDate } from '#contract/dates.ts'
import { EmptyState, NoHits, NotLoaded } from '#web/ui/EmptyState.tsx'
import { SicknoteFilterForm } from './SicknoteFilterForm.tsx'
import classes from './SicknoteWeek.module.css'
import { SicknoteWeekTable } from './SicknoteWeekTable.tsx'
import { mondayOf, shownNotes } from './sicknote-list.ts'
import { sicknotesBetween } from './sicknote-queries.ts'
import type { SicknotesPageState } from './use-sicknotes-page.ts'
import { weekRows } from './week-rows.ts'

/** The week with the ways to the others. */
const WeekField = ({ page: { state, today } }: { page: SicknotesPageState }) => {
  const { monday, setMonday } = state
  const isNow = monday === mondayOf(today)
  return (
    <div className={`sh-line sh-figures sh-gap-2 ${classes.week}`}>
      <ActionIcon variant="default" aria-label="Vorige Woche" onClick={() => setMonday(addDays(monday, -7))}>
        <ChevronLeft size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="default" aria-label="Nächste Woche" onClick={() => setMonday(addDays(monday, 7))}>
        <ChevronRight size={20} aria-hidden />
      </ActionIcon>
      <strong role="status">{`${formatDate(monday).slice(0, 6)} – ${formatDate(addDays(monday, 4))}`}</strong>
      {!isNow && (
        <Button variant="subtle" px="xs" onClick={() => setMonday(mondayOf(today))}>
          Diese Woche
        </Button>
      )}
    </div>
  )
}

/** The school week as a table (ux §3.7). */
export const SicknoteWeekCard = ({ page }: { page: SicknotesPageState }) => {
  const { state, options, own, today } = page
  const { monday } = state
  const { data, isError, refetch } = useQuery(sicknotesBetween(monday, addDays(monday, 4)))
  const rows = data && weekRows(shownNotes(data, { ...state, sort: 'klasse' }, own), monday)
  const content = () => {
    if (!rows) return isError ? <NotLoaded onRetry={() => void refetch()} /> : <Skeleton height={240} />
    if (rows.length === 0)
      return state.isFiltered ? (
        <NoHits search={state.search} onReset={state.resetFilters} />
      ) : (
        <EmptyState title="In dieser Woche liegen keine Meldungen vor." />
      )
    return <SicknoteWeekTable rows={rows} monday={monday} today={today} freeDays={options?.free_days ?? []} />
  }
  return (
    <>
      <div className={`sh-wrap sh-below-3 sh-gap-2 sh-screen-only ${classes.toolbar}`}>
        <WeekField page={page} />
        <SicknoteFilterForm page={page} />
      </div>
      <div className={classes.card}>{content()}</div>
    </>
  )
}
