import type { ComponentProps } from 'react'
import { ENTRY_TYPE_LABELS } from '#contract/registrations/registrations.entry-types.ts'
import { ENTRY_TYPES, type FormFacts } from '#contract/registrations/registrations.form.ts'
import { FilterGroup, FilterMenu } from '#web/lists/FilterMenu.tsx'
import { SearchField } from '#web/lists/SearchField.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import {
  AGREEMENT_FLAGS,
  EVERY_YEAR,
  EVERY_YEAR_LABEL,
  FLAG_LABELS,
  FLAGS,
  FROM_IMPORT,
  IS_ON,
  type RegistrationState,
} from './registration-list-query.ts'

const TYPE_OPTIONS = ENTRY_TYPES.map((value) => ({ value, label: ENTRY_TYPE_LABELS[value] }))

/** Without agreements by a link their filters are left out, unless the address has one. */
const flagOptions = (facts: FormFacts | undefined, chosen: readonly string[]) =>
  FLAGS.filter(
    (flag) => facts?.settings.second_agreement_by_link || chosen.includes(flag) || !AGREEMENT_FLAGS.includes(flag),
  ).map((value) => ({ value, label: FLAG_LABELS[value] }))

/** Choosing the chosen one again takes the filter away. */
const toggled = (before: string | undefined, values: string[]) => values.find((value) => value !== before)

interface FilterChoice extends ComponentProps<typeof FilterMenu> {
  isActive: boolean
}

const menuOf = ({ isActive: _, ...menu }: FilterChoice) => <FilterMenu key={menu.label} {...menu} />

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
  const flags = FLAGS.filter((flag) => filters[flag] === IS_ON)
  const one = (filter: 'grade' | 'type' | 'import_id', label: string, options: { value: string; label: string }[]) => ({
    label,
    options,
    chosen: filters[filter] ? [filters[filter]] : [],
    onChoose: (values: string[]) => setFilter(filter, toggled(filters[filter], values)),
    isActive: filters[filter] !== undefined,
  })
  const known: FilterChoice[] = [
    {
      label: 'Schuljahr',
      isSingle: true,
      options: [...years, { value: EVERY_YEAR, label: EVERY_YEAR_LABEL }],
      chosen: [year],
      onChoose: ([value]) => setFilter('school_year_id', value === String(openYear) ? undefined : value),
      isActive: filters.school_year_id !== undefined,
    },
    one('grade', 'Stufe', grades),
    one('type', 'Art', TYPE_OPTIONS),
    // Only a link of the imports' page sets it.
    one('import_id', 'Import', filters.import_id ? [{ value: filters.import_id, label: FROM_IMPORT }] : []),
    {
      label: 'Weitere',
      options: flagOptions(facts, flags),
      chosen: flags,
      onChoose: (values) =>
        state.setFilters(Object.fromEntries(FLAGS.map((flag) => [flag, values.includes(flag) ? IS_ON : undefined]))),
      isActive: flags.length > 0,
    },
  ]
  const menus = known.filter(({ options, isActive }) => options.length > 1 || isActive)
  const isNarrow = useNarrow()
  // On a phone the active filters stay in sight as chips.
  const beside = isNarrow ? menus.filter(({ isActive }) => isActive) : []
  return (
    <>
      <SearchField
        label="Bewerbungen suchen"
        placeholder="Name, Nummer, Telefon, E-Mail …"
        value={state.search}
        onSearch={state.setSearch}
      />
      <FilterGroup count={beside.length} beside={beside.map(menuOf)}>
        {menus.filter((menu) => !beside.includes(menu)).map(menuOf)}
      </FilterGroup>
    </>
  )
}
