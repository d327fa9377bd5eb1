import { Button, Group, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ListFilter } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { BIN_DAYS } from '#contract/bin.ts'
import { GENDER_LABELS } from '#contract/genders.ts'
import {
  MISSING_LABELS,
  PUPIL_STATUS_LABELS,
  PUPIL_STATUSES,
  type PupilFormOptions,
  pupilEndpoints,
} from '#contract/pupils/pupils.ts'
import { choicesOf } from '#contract/record.ts'
import { useMay } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { FilterGroup, FilterMenu, FilterToggles } from '#web/lists/FilterMenu.tsx'
import { FilterPressField } from '#web/lists/FilterPressField.tsx'
import { SearchField } from '#web/lists/SearchField.tsx'
import { chosenValues } from '#web/lists/table-state.ts'
import { paths } from '#web/paths.ts'
import { EmptyState, NoHits } from '#web/ui/EmptyState.tsx'
import { PupilViewsMenu } from './PupilViewsMenu.tsx'
import { filterSentence, isBin, type PupilFilter, type PupilListState } from './pupil-list-query.ts'
import { useShownView } from './use-shown-view.ts'

interface Option {
  value: string
  label: string
  short?: string
}

interface Filter {
  name: PupilFilter
  label: string
  options: Option[]
  isSingle?: boolean
  /** In sight without being set. */
  isUsual?: boolean
}

const BIN: Option = { value: 'bin', label: 'Papierkorb' }
const GENDER_OPTIONS = choicesOf(GENDER_LABELS).map((one) => ({ ...one, short: one.label.charAt(0) }))
const STATUS_OPTIONS = choicesOf(PUPIL_STATUS_LABELS)
const MISSING_OPTIONS = choicesOf(MISSING_LABELS)
const MONTH_OPTIONS = Array.from({ length: 12 }, (_, month) => ({
  value: String(month + 1),
  label: new Date(2000, month, 1).toLocaleDateString('de-DE', { month: 'long' }),
}))

const classOptions = ({ schoolclasses }: PupilFormOptions) => {
  const classes = schoolclasses.map(({ id, classgradePlain }) => ({ value: String(id), label: classgradePlain }))
  return classes.length > 0 ? [...classes, { value: 'none', label: 'ohne Klasse' }] : []
}

interface Rights {
  /** Birth dates, phone numbers, addresses. */
  seesContacts: boolean
  /** The bin. */
  mayManage: boolean
  /** What is confidential and waits to be confirmed. */
  seesClassD: boolean
}

const filtersOf = (options: PupilFormOptions, { seesContacts, mayManage, seesClassD }: Rights): Filter[] => {
  const { schoolgrades, schoolyears } = options
  const filters: Filter[] = [
    { name: 'schoolclass_id', label: 'Klasse', options: classOptions(options), isUsual: true },
    {
      name: 'schoolgrade',
      label: 'Stufe',
      options: schoolgrades.map(({ grade, name }) => ({ value: String(grade), label: name, short: String(grade) })),
      isUsual: true,
    },
    { name: 'status', label: 'Status', options: mayManage ? [...STATUS_OPTIONS, BIN] : STATUS_OPTIONS, isUsual: true },
    {
      name: 'school_year_id',
      label: 'Schuljahr',
      options: schoolyears.map(({ id, name }) => ({ value: String(id), label: name })),
      isSingle: true,
    },
    { name: 'birth_month', label: 'Geburtstag im', options: seesContacts ? MONTH_OPTIONS : [], isSingle: true },
    {
      name: 'missing',
      label: 'Fehlende Angaben',
      options: MISSING_OPTIONS.filter(({ value }) => (value === 'confirmation' ? seesClassD : seesContacts)),
    },
  ]
  return filters.filter(({ options: choices }) => choices.length > 0)
}

/** The bin is a choice of the status, but a filter of its own: either is shown. */
const chosenOf = (state: PupilListState, name: PupilFilter) =>
  name === 'status' && isBin(state) ? [BIN.value] : chosenValues(state.filters[name])

const choose = (state: PupilListState, name: PupilFilter, values: readonly string[]) => {
  const rest = values.filter((value) => value !== BIN.value)
  if (name !== 'status') state.setFilter(name, values.join(','))
  else if (values.includes(BIN.value) && !isBin(state)) state.setFilters({ status: undefined, bin: '1' })
  else state.setFilters({ status: rest.join(',') || undefined, bin: undefined })
}

/** The rarer filters: each comes into sight once it is chosen here. */
const MoreFiltersMenu = ({
  filters,
  onAdd,
  isShort,
  onConditions,
}: {
  filters: readonly Filter[]
  onAdd: (name: PupilFilter) => void
  /** Shows only the icon, because active filters stand beside it. */
  isShort: boolean
  /** Opens the conditions on single fields. */
  onConditions: () => void
}) => (
  <Menu position="bottom-start" returnFocus={false}>
    <Menu.Target>
      <Button
        variant="subtle"
        px="xs"
        leftSection={<ListFilter size={20} aria-hidden />}
        title={isShort ? 'Weitere Filter' : undefined}
      >
        <span className={isShort ? 'sh-visually-hidden' : undefined}>Weitere Filter</span>
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {filters.map(({ name, label }) => (
        <Menu.Item key={name} onClick={() => onAdd(name)}>
          {name === 'birth_month' ? 'Geburtstag im Monat' : label}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item onClick={onConditions}>Eigene Bedingungen …</Menu.Item>
    </Menu.Dropdown>
  </Menu>
)

const PupilConditionsDialog = lazy(() =>
  import('./PupilConditionsDialog.tsx').then((module) => ({ default: module.PupilConditionsDialog })),
)

interface PupilFilterFormProps {
  state: PupilListState
  /** Whether birth dates, town, phone and guardians are seen and found. */
  seesContacts: boolean
}

/** Search, filters and saved views of the list; all of it stands in the address. */
export const PupilFilterForm = ({ state, seesContacts }: PupilFilterFormProps) => {
  const { data: options } = useQuery(queryFor(pupilEndpoints.formOptions, {}, { quiet: true }))
  const may = useMay()
  const rights = { seesContacts, mayManage: may('manage pupil'), seesClassD: may('view pupil sensitive') }
  const [added, setAdded] = useState<PupilFilter>()
  const filters = options ? filtersOf(options, rights) : []
  const isShown = ({ name, isUsual }: Filter) => isUsual || added === name || chosenOf(state, name).length > 0
  const hidden = filters.filter((filter) => !isShown(filter))
  const [isAsking, setAsking] = useState(false)
  const sentence = filterSentence(state)
  const { name: viewName } = useShownView()
  const count = [...filters, { name: 'gender' as const }, { name: 'filter' as const }].filter(
    ({ name }) => chosenOf(state, name).length > 0,
  ).length
  return (
    <>
      <SearchField
        label="Schülerinnen und Schüler suchen"
        placeholder={seesContacts ? 'Name, Klasse, Ort, Telefon …' : 'Name, Klasse …'}
        value={state.search}
        onSearch={state.setSearch}
      />
      <FilterGroup count={count} beside={<PupilViewsMenu />}>
        {filters.filter(isShown).map(({ name, label, options: choices, isSingle = false }) => (
          <FilterMenu
            key={name}
            label={label}
            options={choices}
            isSingle={isSingle}
            chosen={chosenOf(state, name)}
            onChoose={(values) => choose(state, name, values)}
            isAdded={added === name}
            onRemove={() => {
              setAdded(undefined)
              choose(state, name, [])
            }}
          />
        ))}
        {options && (
          <FilterToggles
            label="Geschlecht"
            options={GENDER_OPTIONS}
            chosen={chosenOf(state, 'gender')}
            onChoose={(values) => choose(state, 'gender', values)}
          />
        )}
        {/* The name of a view says it already; „Eigene Bedingungen“ opens them. */}
        {sentence && viewName === undefined && (
          <FilterPressField
            label="Bedingungen"
            text={sentence}
            onOpen={() => setAsking(true)}
            onRemove={() => state.setFilter('filter', undefined)}
          />
        )}
        {options && (
          <MoreFiltersMenu filters={hidden} onAdd={setAdded} isShort={count > 0} onConditions={() => setAsking(true)} />
        )}
      </FilterGroup>
      <Suspense fallback={null}>
        {isAsking && (
          <PupilConditionsDialog
            filter={state.filters.filter}
            onFilter={(filter) => state.setFilter('filter', filter)}
            onGone={() => setAsking(false)}
          />
        )}
      </Suspense>
    </>
  )
}

const EVERY_STATUS = PUPIL_STATUSES.join(',')

/** Ux §3.3: nobody yet, with the ways to the first ones. */
export const NoPupilsCard = () => {
  const may = useMay()
  if (!may('view pupil')) {
    return <EmptyState title="Ihnen ist noch keine Klasse zugeordnet." text="Hier stehen die Kinder Ihrer Klassen." />
  }
  if (!may('manage pupil')) return <EmptyState title="Noch keine Schülerinnen und Schüler." />
  return (
    <EmptyState
      title="Noch keine Schülerinnen und Schüler."
      text="Legen Sie das erste Kind an oder importieren Sie eine Liste aus Excel."
      action={
        <Group gap="sm" justify="center">
          <Button component={Link} to={paths.pupilImport} variant="default">
            Importieren
          </Button>
          <Button component={Link} to={paths.newPupil}>
            Anlegen
          </Button>
        </Group>
      }
    />
  )
}

/** Without a filter of status only those who are or will be at school are searched: the way on to all others. */
export const NoPupilFoundCard = ({ state }: { state: PupilListState }) => {
  const { search, filters } = state
  const isBinAlone = isBin(state) && search === '' && Object.values(filters).filter(Boolean).length === 1
  if (isBinAlone) {
    return (
      <EmptyState
        title="Der Papierkorb ist leer."
        text={`Wer gelöscht wird, bleibt ${BIN_DAYS} Tage hier.`}
        action={
          <Button variant="default" onClick={state.resetFilters}>
            Zurück zur Liste
          </Button>
        }
      />
    )
  }
  if (!search || filters.status || isBin(state)) return <NoHits search={search} onReset={state.resetFilters} />
  return (
    <EmptyState
      title={`Keine Treffer für „${search}“.`}
      text="Gesucht wurde unter jetzigen und künftigen Kindern."
      action={
        <Group gap="sm" justify="center">
          <Button variant="default" onClick={state.resetFilters}>
            Filter zurücksetzen
          </Button>
          <Button variant="default" onClick={() => state.setFilter('status', EVERY_STATUS)}>
            Auch ehemalige durchsuchen
          </Button>
        </Group>
      }
    />
  )
}
