import { Button } from '@mantine/core'
import { type DragEvent, type ReactNode, type RefObject, useEffect, useState } from 'react'
import { fullName } from '#contract/person-names.ts'
import type { ClassPupil, Schoolclass, SchoolclassDetails } from '#contract/schoolclasses/schoolclasses.ts'
import { useMay, useToday } from '#web/api/base-data.ts'
import { PresenceCountWidget, PresenceWidget } from '#web/domains/sicknotes/PresenceWidget.tsx'
import { DataTable } from '#web/lists/DataTable.tsx'
import type { RowSelection } from '#web/lists/data-table-props.ts'
import { tableState } from '#web/lists/table-state.ts'
import { useChosenIds } from '#web/lists/use-row-selection.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useKeptFocus } from '#web/ui/use-kept-focus.ts'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { ClassDropCard } from './ClassDropCard.tsx'
import { classPupilColumns, sortedPupils } from './class-pupil-columns.tsx'
import { dragPupils } from './dragged-pupils.ts'
import { MovePupilsCard } from './MovePupilsCard.tsx'
import { movePupils } from './move-pupils.ts'
import { mayChange } from './year-text.ts'

interface ClassPupilsTableProps {
  schoolclass: SchoolclassDetails
  /** The other classes of the year. */
  others: readonly Schoolclass[]
  onAdd: () => void
  toolbar: ReactNode
}

const NoPupils = ({ onAdd }: { onAdd: (() => void) | undefined }) => (
  <EmptyState
    title="Dieser Klasse sind noch keine Kinder zugeordnet."
    action={onAdd && <Button onClick={onAdd}>Kinder hinzufügen</Button>}
  />
)

/** Whose move was taken back takes the focus as soon as the rows are here again. */
const useFocusOnReturn = (table: RefObject<HTMLDivElement | null>, rows: readonly ClassPupil[]) => {
  const [id, setId] = useState<number>()
  useEffect(() => {
    const index = rows.findIndex((pupil) => pupil.id === id)
    if (index < 0) return
    setId(undefined)
    table.current?.querySelectorAll<HTMLElement>('[data-row-link]')[index]?.focus()
  }, [id, rows, table])
  return setId
}

/** The chosen pupils of a class; who has left it meanwhile is no longer chosen. */
const useClassSelection = (pupils: readonly ClassPupil[]) => {
  const { clear, isChosen, onChoose } = useChosenIds()
  const selection: RowSelection<ClassPupil> = { isChosen, onChoose, nameOf: fullName }
  return { chosen: pupils.filter(isChosen), selection, clear }
}

/** The pupils of a class; for who may, each can be chosen and moved by menu, key and drag (ux §3.5, WCAG 2.5.7). */
export const ClassPupilsTable = ({ schoolclass, others, onAdd, toolbar }: ClassPupilsTableProps) => {
  const today = useToday()
  const mayMove = useMay()('manage schoolclass') && mayChange(schoolclass)
  const state = tableState(useUrlSearch(), { sort: 'lastname', perPage: 0 })
  const { chosen, selection, clear } = useClassSelection(schoolclass.pupils)
  const [day, setDay] = useState(schoolclass.day)
  const rows = sortedPupils(schoolclass.pupils, state.sort)
  const table = useKeptFocus<HTMLDivElement>(rows)
  const setUndone = useFocusOnReturn(table, rows)
  const isNow = schoolclass.school_year.state === 'active'
  const isNarrow = useNarrow()

  const move = async (pupilIds: readonly number[], target: Schoolclass | null) => {
    const pupils = schoolclass.pupils.filter(({ id }) => pupilIds.includes(id))
    if (pupils.length > 0 && (await movePupils({ pupils, target, day, onUndone: setUndone }))) clear()
  }
  const idsOf = (pupils: readonly ClassPupil[]) => pupils.map(({ id }) => id)
  /** A chosen row takes all chosen ones along. */
  const dragged = (pupil: ClassPupil) => (selection.isChosen(pupil) ? idsOf(chosen) : [pupil.id])
  return (
    <>
      <ClassDropCard others={others} onDropPupils={mayMove ? (ids, target) => void move(ids, target) : undefined} />
      {isNow && <PresenceCountWidget pupils={schoolclass.pupils} />}
      <div ref={table}>
        <DataTable
          name="class-pupils"
          caption={`Kinder der Klasse ${schoolclass.classgradePlain}`}
          columns={classPupilColumns(schoolclass, today)}
          rowKey={({ id }) => id}
          {...(schoolclass.is_names_only ? {} : { rowLink: ({ id }: ClassPupil) => paths.pupil(id) })}
          {...(isNow && isNarrow && { rowActions: (pupil: ClassPupil) => <PresenceWidget pupil={pupil} /> })}
          {...(mayMove && {
            selection,
            onRowDrag: (pupil: ClassPupil, event: DragEvent) => dragPupils(event, dragged(pupil)),
          })}
          state={state}
          rows={rows}
          total={rows.length}
          isFetching={false}
          isPaged={false}
          empty={<NoPupils onAdd={mayMove ? onAdd : undefined} />}
          toolbar={toolbar}
        />
      </div>
      {chosen.length > 0 && (
        <MovePupilsCard
          count={chosen.length}
          targets={others}
          day={day}
          onDay={setDay}
          onMove={(target) => void move(idsOf(chosen), target)}
          onClear={clear}
        />
      )}
    </>
  )
}
