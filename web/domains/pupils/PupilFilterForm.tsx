import { useQuery } from '@tanstack/react-query'
import { GENDER_LABELS, GENDERS } from '#contract/genders.ts'
import { PUPIL_STATUS_LABELS, PUPIL_STATUSES, type PupilFormOptions, pupilEndpoints } from '#contract/pupils.ts'
import { queryFor } from '#web/api/queries.ts'
import { FilterMenu } from '#web/ui/FilterMenu.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import type { TableState } from '#web/ui/table-state.ts'
import { chosenValues, type PupilFilter } from './pupil-list-query.ts'

const GENDER_OPTIONS = GENDERS.map((value) => ({ value, label: GENDER_LABELS[value] }))
const STATUS_OPTIONS = PUPIL_STATUSES.map((value) => ({ value, label: PUPIL_STATUS_LABELS[value] }))

const classOptions = ({ schoolclasses }: PupilFormOptions) => {
  const classes = schoolclasses.map(({ id, classgradePlain }) => ({ value: String(id), label: classgradePlain }))
  return classes.length > 0 ? [...classes, { value: 'none', label: 'ohne Klasse' }] : []
}

const gradeOptions = ({ schoolgrades }: PupilFormOptions) =>
  schoolgrades.map(({ grade, name }) => ({ value: String(grade), label: name }))

interface PupilFilterFormProps {
  state: TableState<PupilFilter>
  /** Whether the search also finds town, phone and guardians. */
  searchesContacts: boolean
}

/** Search and filters of the list; each stands in the address. */
export const PupilFilterForm = ({ state, searchesContacts }: PupilFilterFormProps) => {
  const { data: options } = useQuery(queryFor(pupilEndpoints.formOptions, {}, { quiet: true }))
  const menu = (filter: PupilFilter, label: string, choices: { value: string; label: string }[]) =>
    choices.length > 0 && (
      <FilterMenu
        label={label}
        options={choices}
        chosen={chosenValues(state.filters[filter])}
        onChoose={(values) => state.setFilter(filter, values.join(','))}
      />
    )
  return (
    <>
      <SearchField
        label="Schülerinnen und Schüler suchen"
        placeholder={searchesContacts ? 'Name, Ort, Telefon …' : 'Name …'}
        value={state.search}
        onSearch={state.setSearch}
      />
      {menu('schoolclass_id', 'Klasse', options ? classOptions(options) : [])}
      {menu('schoolgrade', 'Stufe', options ? gradeOptions(options) : [])}
      {menu('gender', 'Geschlecht', GENDER_OPTIONS)}
      {menu('status', 'Status', STATUS_OPTIONS)}
    </>
  )
}
