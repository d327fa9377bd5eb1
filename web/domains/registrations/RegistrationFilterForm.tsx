import { ENTRY_TYPE_LABELS } from '#contract/registrations/registrations.entry-types.ts'
import { ENTRY_TYPES, type FormFacts } from '#contract/registrations/registrations.form.ts'
import { FilterMenu } from '#web/lists/FilterMenu.tsx'
import { SearchField } from '#web/lists/SearchField.tsx'
import {
  EVERY_YEAR,
  EVERY_YEAR_LABEL,
  FLAG_LABELS,
  FLAGS,
  IS_ON,
  type RegistrationFilter,
  type RegistrationState,
} from './registration-list-query.ts'

const TYPE_OPTIONS = ENTRY_TYPES.map((value) => ({ value, label: ENTRY_TYPE_LABELS[value] }))
const FLAG_OPTIONS = FLAGS.map((value) => ({ value, label: FLAG_LABELS[value] }))

/** Choosing the chosen one again takes the filter away. */
const toggled = (before: string | undefined, values: string[]) => values.find((value) => value !== before)

interface RegistrationFilterFormProps {
  state: RegistrationState
  facts: FormFacts | undefined
  openYear: number | undefined
}

/** Search and filters of the list (domain §3.6); each stands in the address. */
export const RegistrationFilterForm = ({ state, facts, openYear }: RegistrationFilterFormProps) => {
  const { filters, setFilter } = state
  const years = facts?.schoolyears.map(({ id, name }) => ({ value: String(id), label: name })) ?? []
  const grades = facts?.grades.map(({ grade, name }) => ({ value: String(grade), label: name })) ?? []
  const year = filters.school_year_id ?? String(openYear ?? EVERY_YEAR)
  const one = (filter: RegistrationFilter, label: string, options: { value: string; label: string }[]) => (
    <FilterMenu
      label={label}
      options={options}
      chosen={filters[filter] ? [filters[filter]] : []}
      onChoose={(values) => setFilter(filter, toggled(filters[filter], values))}
    />
  )
  return (
    <>
      <SearchField
        label="Bewerbungen suchen"
        placeholder="Name, Nummer, Telefon, E-Mail …"
        value={state.search}
        onSearch={state.setSearch}
      />
      {years.length > 0 && (
        <FilterMenu
          label="Schuljahr"
          isSingle
          options={[...years, { value: EVERY_YEAR, label: EVERY_YEAR_LABEL }]}
          chosen={[year]}
          onChoose={([value]) => setFilter('school_year_id', value === String(openYear) ? undefined : value)}
        />
      )}
      {grades.length > 0 && one('grade', 'Stufe', grades)}
      {one('type', 'Art', TYPE_OPTIONS)}
      <FilterMenu
        label="Weitere"
        options={FLAG_OPTIONS}
        chosen={FLAGS.filter((flag) => filters[flag] === IS_ON)}
        onChoose={(values) =>
          state.setFilters(Object.fromEntries(FLAGS.map((flag) => [flag, values.includes(flag) ? IS_ON : undefined])))
        }
      />
    </>
  )
}
