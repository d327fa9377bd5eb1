import { Button, Group, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { BIN_DAYS } from '#contract/bin.ts'
import { PUPIL_STATUSES } from '#contract/pupils/pupils.ts'
import { isListOfDay } from '#contract/pupils/ready-lists.ts'
import { useMay, useToday } from '#web/api/base-data.ts'
import { FilterGroup, FilterMenu, FilterToggles } from '#web/lists/FilterMenu.tsx'
import { SearchField } from '#web/lists/SearchField.tsx'
import { paths } from '#web/paths.ts'
import { EmptyState, NoHits } from '#web/ui/EmptyState.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { ConditionsList } from './PupilConditionsField.tsx'
import { PupilViewsMenu } from './PupilViewsMenu.tsx'
import { choose, chosenOf, type Filter, GENDER_OPTIONS, usePupilFilters } from './pupil-filters.ts'
import { conditionChips, isBin, type PupilFilter, type PupilListState } from './pupil-list-query.ts'
import { useShownView } from './use-shown-view.ts'

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

interface PupilFilterFormProps {
  state: PupilListState
  /** Whether birth dates, town, phone and guardians are seen and found. */
  seesContacts: boolean
  /** Opens the conditions on single fields. */
  onConditions: () => void
}

/** Search, filters and saved views of the list; all of it stands in the address. */
export const PupilFilterForm = ({ state, seesContacts, onConditions }: PupilFilterFormProps) => {
  const known = usePupilFilters(state, seesContacts)
  const [added, setAdded] = useState<PupilFilter>()
  const isOfDay = isListOfDay(useShownView().readyList, useToday())
  // A list for today has this choice above it.
  const filters = known?.filter(({ name }) => name !== 'away' || !isOfDay) ?? []
  const isShown = ({ name, isUsual }: Filter) => isUsual || added === name || chosenOf(state, name).length > 0
  const hidden = filters.filter((filter) => !isShown(filter))
  const count = [...filters, { name: 'gender' as const }].filter(({ name }) => chosenOf(state, name).length > 0).length
  // A phone has no room for them above the list.
  const folded = useNarrow() ? conditionChips(state).length : 0
  return (
    <>
      <SearchField
        label="Schülerinnen und Schüler suchen"
        placeholder={seesContacts ? 'Name, Klasse, Ort, Telefon …' : 'Name, Klasse …'}
        value={state.search}
        onSearch={state.setSearch}
      />
      <FilterGroup count={count + folded} beside={<PupilViewsMenu state={state} />}>
        {folded > 0 && <ConditionsList state={state} onAsk={onConditions} />}
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
        {known && (
          <FilterToggles
            label="Geschlecht"
            // Others have more filters and no room for the word.
            isNamed={!seesContacts}
            options={GENDER_OPTIONS}
            chosen={chosenOf(state, 'gender')}
            onChoose={(values) => choose(state, 'gender', values)}
          />
        )}
        {known && <MoreFiltersMenu filters={hidden} onAdd={setAdded} isShort={count > 0} onConditions={onConditions} />}
      </FilterGroup>
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
