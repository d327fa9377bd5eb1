import { compareTexts } from '#contract/text-order.ts'
import { isCall } from '#contract/userlog/userlog.attempts.ts'
import { actionOption } from '#contract/userlog/userlog.filter-labels.ts'
import { LOG_ACTORS, LOG_RESULTS } from '#contract/userlog/userlog.ts'
import { entityTypeLabel, LOG_ACTOR_LABELS, LOG_RESULT_LABELS } from '#contract/userlog/userlog-labels.ts'
import { useMay } from '#web/api/base-data.ts'
import { FilterChipField } from '#web/lists/FilterChipField.tsx'
import { FilterGroup, FilterMenu } from '#web/lists/FilterMenu.tsx'
import { SearchField } from '#web/lists/SearchField.tsx'
import { PeriodPicker } from './PeriodPicker.tsx'
import type { LogNames } from './userlog-query.ts'
import { ALL_ACTORS, type LogFilter, type LogState, objectOf, WITHOUT_SCHOOL } from './userlog-query.ts'

const RESULT_OPTIONS = LOG_RESULTS.map((value) => ({ value, label: LOG_RESULT_LABELS[value] }))

const ACTOR_OPTIONS = [
  ...LOG_ACTORS.map((value) => ({ value, label: LOG_ACTOR_LABELS[value] })),
  { value: ALL_ACTORS, label: 'alle' },
]

/** What belongs to no school: logins of accounts without one, settings and texts of the installation. */
const SCHOOL_OPTIONS = [{ value: WITHOUT_SCHOOL, label: 'ohne Schule' }]

const optionsOf = (values: readonly string[] | undefined, labelOf: (value: string) => string) =>
  (values ?? []).map((value) => ({ value, label: labelOf(value) })).sort((a, b) => compareTexts(a.label, b.label))

interface UserlogFilterFormProps {
  state: LogState
  names: LogNames
  kinds: { actions: readonly string[]; entity_types: readonly string[] } | undefined
}

/** Objects to filter by; refused calls have their own action and result. */
const objectsOf = (types: readonly string[] | undefined) => types?.filter((type) => !isCall(type))

/** Filters of ux §3.12: person, action, object, result, period; for admins also what belongs to no school. */
export const UserlogFilterForm = ({ state, names, kinds }: UserlogFilterFormProps) => {
  const { filters, setFilter } = state
  const may = useMay()
  const { actor, action, entity_type, result, from, until, without_school } = filters
  const hidden = [actor, action, objectOf(state) ? undefined : entity_type, result, from, until, without_school]
  const count = hidden.filter(Boolean).length
  const menu = (filter: LogFilter, label: string, options: { value: string; label: string }[]) => (
    <FilterMenu
      label={label}
      options={options}
      chosen={filters[filter] ? [filters[filter]] : []}
      // One at a time: choosing the chosen one again takes the filter away.
      onChoose={(values) =>
        setFilter(
          filter,
          values.find((value) => value !== filters[filter]),
        )
      }
    />
  )
  return (
    <>
      <SearchField label="Person suchen" value={state.search} onSearch={state.setSearch} />
      <FilterGroup count={count}>
        <PeriodPicker state={state} />
        <FilterMenu
          label="Wer"
          isSingle
          options={ACTOR_OPTIONS}
          chosen={[filters.actor ?? 'people']}
          onChoose={([actor]) => setFilter('actor', actor === 'people' ? undefined : actor)}
        />
        {menu('action', 'Aktion', optionsOf(kinds?.actions, actionOption))}
        {!objectOf(state) && menu('entity_type', 'Objekt', optionsOf(objectsOf(kinds?.entity_types), entityTypeLabel))}
        {menu('result', 'Ergebnis', RESULT_OPTIONS)}
        {(may('debug view') || filters.without_school) && menu('without_school', 'Schule', SCHOOL_OPTIONS)}
      </FilterGroup>
      {names.person && (
        <FilterChipField text={`Person: ${names.person}`} onRemove={() => setFilter('user_id', undefined)} />
      )}
      {names.object && (
        <FilterChipField
          text={names.object}
          onRemove={() => state.setFilters({ entity_type: undefined, entity_id: undefined })}
        />
      )}
    </>
  )
}
