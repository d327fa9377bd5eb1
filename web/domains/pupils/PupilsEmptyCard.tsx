import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { BIN_DAYS } from '#contract/bin.ts'
import { PUPIL_STATUSES } from '#contract/pupils/pupils.ts'
import { useMay } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { EmptyState, NoHits } from '#web/ui/EmptyState.tsx'
import { isBin, type PupilListState } from './pupil-list-query.ts'

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
