import { Button } from '@mantine/core'
import { VIEW_KIND_LABELS, VIEW_KINDS } from '#contract/viewlogs/viewlogs.kinds.ts'
import { useToday } from '#web/api/base-data.ts'
import { PupilPicker } from '#web/domains/pupils/PupilPicker.tsx'
import { PeriodFilterWidget } from '#web/domains/userlog/PeriodFilterWidget.tsx'
import { FilterChipField } from '#web/lists/FilterChipField.tsx'
import { FilterGroup, FilterMenu } from '#web/lists/FilterMenu.tsx'
import { SearchField } from '#web/lists/SearchField.tsx'
import classes from './Viewlogs.module.css'
import { lastMonth, type ViewNames, type ViewState } from './viewlog-query.ts'

const KIND_OPTIONS = VIEW_KINDS.map((value) => ({ value, label: VIEW_KIND_LABELS[value] }))

/** The range that is asked for most: what happened in the month that is over. */
const LastMonthButton = ({ filters, setFilters }: Pick<ViewState, 'filters' | 'setFilters'>) => {
  const { from, until } = lastMonth(useToday())
  const isOn = filters.from === from && filters.until === until
  return (
    <Button
      variant={isOn ? 'light' : 'default'}
      size="sm"
      aria-pressed={isOn}
      onClick={() => setFilters(isOn ? { from: undefined, until: undefined } : { from, until })}
    >
      Letzter Monat
    </Button>
  )
}

/** By whom, how, of whom and when. */
export const ViewFilterForm = ({ state, names }: { state: ViewState; names: ViewNames }) => {
  const { filters, setFilter, setFilters } = state
  return (
    <>
      <SearchField label="Person suchen" value={state.search} onSearch={state.setSearch} />
      <FilterGroup count={[filters.kind, filters.from, filters.until].filter(Boolean).length}>
        <div className={classes.picker}>
          <PupilPicker
            label="Kind suchen"
            isLabelHidden
            onPick={({ id }) => setFilters({ subject: 'pupil', subject_id: String(id) })}
          />
        </div>
        <FilterMenu
          label="Einsicht"
          options={KIND_OPTIONS}
          chosen={filters.kind ? [filters.kind] : []}
          // One at a time: choosing the chosen one again takes the filter away.
          onChoose={(kinds) =>
            setFilter(
              'kind',
              kinds.find((kind) => kind !== filters.kind),
            )
          }
        />
        <PeriodFilterWidget from={filters.from} until={filters.until} onChange={setFilter} />
        <LastMonthButton filters={filters} setFilters={setFilters} />
      </FilterGroup>
      {names.person && (
        <FilterChipField text={`Person: ${names.person}`} onRemove={() => setFilter('user_id', undefined)} />
      )}
      {names.record && (
        <FilterChipField
          text={`Daten von: ${names.record}`}
          onRemove={() => setFilters({ subject: undefined, subject_id: undefined })}
        />
      )}
    </>
  )
}
