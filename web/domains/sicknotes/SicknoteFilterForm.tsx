import { Button } from '@mantine/core'
import { useState } from 'react'
import { addDays, isIsoDay } from '#contract/dates.ts'
import { SICKNOTE_TEXTS } from '#contract/sicknotes/sicknotes.rules.ts'
import { DateField } from '#web/forms/DateField.tsx'
import { FilterGroup, FilterMenu } from '#web/lists/FilterMenu.tsx'
import { SearchField } from '#web/lists/SearchField.tsx'
import { chosenValues } from '#web/lists/table-state.ts'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { NO_CLASS } from './sicknote-counts.ts'
import { chosenPeriod, type SicknoteListState, statusOptions } from './sicknote-list.ts'
import classes from './sicknotes.module.css'
import type { SicknotesPageState } from './use-sicknotes-page.ts'

interface DayFilterProps {
  label: string
  value: string | undefined
  today: string
  error?: string | undefined
  onChange: (day: string | undefined) => void
}

/** A day of the address; what is no day yet stays in the field alone. */
const DayFilter = ({ label, value, today, error, onChange }: DayFilterProps) => {
  const [typed, setTyped] = useState<string>()
  const change = (text: string) => {
    const isComplete = text === '' || isIsoDay(text)
    setTyped(isComplete ? undefined : text)
    if (isComplete) onChange(text || undefined)
  }
  return <DateField label={label} value={typed ?? value ?? ''} onChange={change} today={today} error={error} isNear />
}

/** Any days, first and last. */
const SicknotePeriodField = ({ state, today }: { state: SicknoteListState; today: string }) => {
  const { filters, setFilter } = state
  const { from, to } = chosenPeriod(state) ?? {}
  const isBackwards = from !== undefined && to !== undefined && to < from
  return (
    <div className={`sh-grid sh-gap-2 ${classes.period}`}>
      <DayFilter label="Von" value={filters.von} today={today} onChange={(day) => setFilter('von', day)} />
      <DayFilter
        label="Bis"
        value={filters.bis}
        today={today}
        error={isBackwards ? SICKNOTE_TEXTS.endBeforeStart : undefined}
        onChange={(day) => setFilter('bis', day)}
      />
    </div>
  )
}

interface PeriodProps {
  state: SicknoteListState
  today: string
  yearStart: string | undefined
}

const FUTURE = 'kommende'
const OTHER = 'andere'

/** Days to look at: what comes is the usual choice, the others look back; today is one of seven or thirty. */
export const periodsOf = (today: string, yearStart: string | undefined) => [
  { value: FUTURE, label: 'ab morgen', von: undefined, bis: undefined },
  { value: 'woche', label: 'letzte 7 Tage', von: addDays(today, -6), bis: today },
  { value: 'monat', label: 'letzte 30 Tage', von: addDays(today, -29), bis: today },
  ...(yearStart ? [{ value: 'jahr', label: 'dieses Schuljahr', von: yearStart, bis: undefined }] : []),
  { value: OTHER, label: 'andere Tage …', von: addDays(today, -7), bis: addDays(today, 7) },
]

const PeriodFilter = ({ state, today, yearStart }: PeriodProps) => {
  const { filters, setFilters } = state
  const periods = periodsOf(today, yearStart)
  const chosen = periods.find(({ von, bis }) => von === filters.von && bis === filters.bis)?.value ?? OTHER
  const [isOther, setOther] = useState(chosen === OTHER)
  return (
    <>
      <FilterMenu
        isSingle
        label="Zeitraum"
        options={periods}
        chosen={isOther || chosen !== FUTURE ? [isOther ? OTHER : chosen] : []}
        onChoose={([value]) => {
          const next = periods.find((one) => one.value === value)
          setOther(value === OTHER)
          setFilters({ von: next?.von, bis: next?.bis })
        }}
      />
      {isOther && <SicknotePeriodField state={state} today={today} />}
    </>
  )
}

/** Up to this many notes a phone shows the first child in place of search and filters. */
const FEW = 8

/** Whether there is a search, and whether there are filters: what is set can always be changed. */
export const useFilterNeed = ({ state, tab, notes }: Pick<SicknotesPageState, 'state' | 'tab' | 'notes'>) => {
  const isLong = useNarrow() !== true || (notes?.length ?? 0) > FEW
  return {
    hasSearch: isLong || state.search !== '',
    // The days to look at are a filter, too.
    hasFilters: isLong || state.isFiltered || tab === 'weitere',
  }
}

/** Search and filters of the lists; each stands in the address (ux §3.7). */
export const SicknoteFilterForm = ({ page }: { page: SicknotesPageState }) => {
  const { state, options, tab, today, rights } = page
  const { hasSearch, hasFilters } = useFilterNeed(page)
  const { filters, setFilter } = state
  const classOptions = [
    ...(options?.schoolclasses ?? []).map(({ id, classgradePlain }) => ({ value: String(id), label: classgradePlain })),
    ...(rights.isManager ? [{ value: NO_CLASS, label: 'ohne Klasse' }] : []),
  ]
  const isUnexplainedOnly = filters.ungeklaert !== undefined
  const menu = (filter: 'klasse' | 'status', label: string, choices: { value: string; label: string }[]) => (
    <FilterMenu
      label={label}
      options={choices}
      chosen={chosenValues(filters[filter])}
      onChoose={(values) => setFilter(filter, values.join(',') || undefined)}
    />
  )
  const count = [filters.klasse, filters.status, filters.ungeklaert, filters.von ?? filters.bis].filter(Boolean).length
  return (
    <>
      {hasSearch && (
        <SearchField
          label="Krankmeldungen suchen"
          placeholder="Name oder Klasse …"
          value={state.search}
          onSearch={state.setSearch}
        />
      )}
      {hasFilters && (
        <FilterGroup count={count}>
          {tab === 'weitere' && <PeriodFilter state={state} today={today} yearStart={options?.year?.date_start} />}
          {classOptions.length > 1 && menu('klasse', 'Klasse', classOptions)}
          {tab !== 'fehlt' && menu('status', 'Status', statusOptions(rights.isEditor))}
          {rights.isEditor && tab === 'heute' && (
            <Button
              variant="default"
              px="var(--sh-space-3)"
              radius={999}
              className={isUnexplainedOnly ? 'sh-chosen' : 'sh-regular'}
              aria-pressed={isUnexplainedOnly}
              onClick={() => setFilter('ungeklaert', isUnexplainedOnly ? undefined : '1')}
            >
              nur ungeklärt
            </Button>
          )}
        </FilterGroup>
      )}
    </>
  )
}
