import { Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, TriangleAlert, X } from 'lucide-react'
import { type DragEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { fullName } from '#contract/person-names.ts'
import {
  type ClassContact,
  type ClassPupil,
  isOverfull,
  type Schoolclass,
  type SchoolclassDetails,
} from '#contract/schoolclasses/schoolclasses.ts'
import { SICKNOTE_EDITORS } from '#contract/sicknotes/sicknotes.ts'
import { useMay, useToday } from '#web/api/base-data.ts'
import { PresenceCountWidget } from '#web/domains/sicknotes/PresenceWidget.tsx'
import { DateField } from '#web/forms/DateField.tsx'
import { DataTable } from '#web/lists/DataTable.tsx'
import { SelectionCard } from '#web/lists/SelectionCard.tsx'
import { useShownColumns } from '#web/lists/table-columns.ts'
import { tableState } from '#web/lists/table-state.ts'
import { useChosenIds } from '#web/lists/use-row-selection.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useListFocus } from '#web/ui/use-list-focus.ts'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { usePageKeys } from '#web/ui/use-page-keys.ts'
import { classPupilColumns, PHONE_KEY, PhoneTools, sortedPupils } from './class-pupil-columns.tsx'
import { sizeText } from './class-texts.ts'
import { mayChange } from './class-year.ts'
import { movePupils } from './move-pupils.ts'
import { shownContactsQuery } from './schoolclass-queries.ts'
import classes from './schoolclasses.module.css'

const TYPE = 'application/x-schulhof-pupils'

/** Puts the pupils into what is dragged; nothing outside this page understands it. */
const dragPupils = ({ dataTransfer }: DragEvent, pupilIds: readonly number[]) => {
  dataTransfer.clearData()
  dataTransfer.setData(TYPE, pupilIds.join(','))
  dataTransfer.effectAllowed = 'move'
}

const isPupilDrag = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(TYPE)

const draggedPupils = ({ dataTransfer }: DragEvent) => dataTransfer.getData(TYPE).split(',').filter(Boolean).map(Number)

type OnDropPupils = (pupilIds: readonly number[], target: Schoolclass) => void

const DropField = ({ schoolclass, onDropPupils }: { schoolclass: Schoolclass; onDropPupils: OnDropPupils }) => {
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    if (!isPupilDrag(event)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onDropPupils(draggedPupils(event), schoolclass)
  }
  return (
    <li
      className={classes.dropField}
      data-over={isOver}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <strong>{schoolclass.classgradePlain}</strong>
      <span className="sh-quiet sh-small sh-figures">{sizeText(schoolclass)}</span>
      {isOverfull(schoolclass) && (
        <>
          <TriangleAlert size={16} className="sh-warn" aria-hidden />
          <span className="sh-visually-hidden">überbelegt</span>
        </>
      )}
    </li>
  )
}

interface ClassDropCardProps {
  count: number
  others: readonly Schoolclass[]
  onDropPupils: OnDropPupils
}

/** The other classes, there only while pupils are dragged (ux §3.5); the menu does the same (WCAG 2.5.7). */
const ClassDropCard = ({ count, others, onDropPupils }: ClassDropCardProps) => (
  <SelectionCard count={count}>
    <span>Hier ablegen:</span>
    <ul className="sh-plain-list sh-wrap sh-gap-2" aria-label="Andere Klassen">
      {others.map((schoolclass) => (
        <DropField key={schoolclass.id} schoolclass={schoolclass} onDropPupils={onDropPupils} />
      ))}
    </ul>
  </SelectionCard>
)

/** Which pupils are dragged at the moment. */
const useDragged = () => {
  const [ids, setIds] = useState<readonly number[]>([])
  useEffect(() => {
    const end = () => setIds([])
    document.addEventListener('dragend', end)
    return () => document.removeEventListener('dragend', end)
  }, [])
  const begin = (event: DragEvent, pupilIds: readonly number[]) => {
    dragPupils(event, pupilIds)
    // A page that changes while the drag begins makes the browser end it.
    setTimeout(() => setIds(pupilIds))
  }
  return { ids, begin }
}

interface MovePupilsCardProps {
  count: number
  targets: readonly Schoolclass[]
  day: string
  onDay: (day: string) => void
  /** Null: the class is open. */
  onMove: (target: Schoolclass | null) => void
  onClear: () => void
}

/** What is done with the chosen pupils: to another class from a day on. */
const MovePupilsCard = ({ count, targets, day, onDay, onMove, onClear }: MovePupilsCardProps) => {
  const opener = useRef<HTMLButtonElement>(null)
  const today = useToday()
  usePageKeys({ v: () => opener.current?.click() })
  return (
    <SelectionCard count={count}>
      <Menu position="top-start" width={260}>
        <Menu.Target>
          <Button
            ref={opener}
            aria-keyshortcuts="v"
            title="Verschieben nach … (Taste V)"
            rightSection={<ChevronDown size={16} aria-hidden />}
          >
            Verschieben nach …
          </Button>
        </Menu.Target>
        <Menu.Dropdown style={{ maxHeight: 'min(420px, 60dvh)', overflowY: 'auto' }}>
          {targets.map((target) => (
            <Menu.Item
              key={target.id}
              rightSection={<span className="sh-quiet sh-small sh-figures">{sizeText(target)}</span>}
              onClick={() => onMove(target)}
            >
              {target.classgradePlain}
            </Menu.Item>
          ))}
          {targets.length > 0 && <Menu.Divider />}
          <Menu.Item onClick={() => onMove(null)}>ohne Klasse (noch offen)</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <div className={classes.day}>
        <DateField id="move-from" label="ab" value={day} onChange={onDay} today={today} isAhead />
      </div>
      <IconButton icon={X} variant="subtle" onClick={onClear}>
        Auswahl aufheben
      </IconButton>
    </SelectionCard>
  )
}

interface ClassPupilsTableProps {
  schoolclass: SchoolclassDetails
  /** The other classes of the year. */
  others: readonly Schoolclass[]
  onAdd: () => void
}

/** After a move is taken back, the pupil takes the focus as soon as the rows are here again. */
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

const TABLE = 'class-pupils'

/** The columns with the numbers to call, which are loaded once and only where they are seen. */
const useColumns = (schoolclass: SchoolclassDetails) => {
  const today = useToday()
  const may = useMay()
  const isNarrow = useNarrow()
  const hasContacts = !schoolclass.is_names_only && may(['manage pupil', 'view attached schoolclasses'])
  const columnsWith = (contacts: readonly ClassContact[] | undefined | null) =>
    classPupilColumns({
      schoolclass,
      today,
      contacts,
      isAwayBesideName: !isNarrow && !may(SICKNOTE_EDITORS),
    })
  const { shown } = useShownColumns(TABLE, columnsWith(undefined))
  const isPhoneShown = !isNarrow && shown.some(({ key }) => key === PHONE_KEY)
  const { data } = useQuery({
    ...shownContactsQuery(schoolclass.id),
    enabled: hasContacts && isPhoneShown && schoolclass.pupils.length > 0,
  })
  return columnsWith(hasContacts ? data : null)
}

/**
 * The pupils of a class; with the right to do so, each can be selected and moved by menu, key and drag (ux §3.5, WCAG
 * 2.5.7).
 */
export const ClassPupilsTable = ({ schoolclass, others, onAdd }: ClassPupilsTableProps) => {
  const mayMove = useMay()('manage schoolclass') && mayChange(schoolclass)
  const state = tableState(useUrlSearch(), { sort: 'lastname', perPage: 0 })
  const { clear, isChosen, onChoose } = useChosenIds()
  // Who has left the class meanwhile is no longer chosen.
  const chosen = schoolclass.pupils.filter(isChosen)
  const [day, setDay] = useState(schoolclass.day)
  const rows = sortedPupils(schoolclass.pupils, state.sort)
  const table = useListFocus<HTMLDivElement>(rows)
  const setUndone = useFocusOnReturn(table, rows)
  const isNow = schoolclass.school_year.state === 'active'
  const isNarrow = useNarrow()
  const columns = useColumns(schoolclass)
  const dragged = useDragged()

  const move = async (pupilIds: readonly number[], target: Schoolclass | null) => {
    const pupils = schoolclass.pupils.filter(({ id }) => pupilIds.includes(id))
    if (pupils.length > 0 && (await movePupils({ pupils, target, day, onUndone: setUndone }))) clear()
  }
  const idsOf = (pupils: readonly ClassPupil[]) => pupils.map(({ id }) => id)
  /** A chosen row takes all chosen ones along. */
  const draggedWith = (pupil: ClassPupil) => (isChosen(pupil) ? idsOf(chosen) : [pupil.id])
  return (
    <>
      <div ref={table} className={classes.pupils}>
        <DataTable
          name={TABLE}
          caption={`Kinder der Klasse ${schoolclass.classgradePlain}`}
          columns={columns}
          rowKey={({ id }) => id}
          {...(schoolclass.is_names_only ? {} : { rowLink: ({ id }: ClassPupil) => paths.pupil(id) })}
          {...(isNow &&
            isNarrow && { rowActions: (pupil: ClassPupil) => <PhoneTools pupil={pupil} schoolclass={schoolclass} /> })}
          {...(mayMove && {
            selection: { isChosen, onChoose, nameOf: fullName },
            onRowDrag: (pupil: ClassPupil, event: DragEvent) => dragged.begin(event, draggedWith(pupil)),
          })}
          hasTerseCards={isNow}
          state={state}
          rows={rows}
          total={rows.length}
          isFetching={false}
          isPaged={false}
          empty={
            <EmptyState
              title="Dieser Klasse sind noch keine Kinder zugeordnet."
              action={mayMove && <Button onClick={onAdd}>Kinder hinzufügen</Button>}
            />
          }
          toolbar={isNow && schoolclass.pupils.length > 0 && <PresenceCountWidget pupils={schoolclass.pupils} />}
        />
      </div>
      {dragged.ids.length > 0 && others.length > 0 && (
        <ClassDropCard
          count={dragged.ids.length}
          others={others}
          onDropPupils={(ids, target) => void move(ids, target)}
        />
      )}
      {chosen.length > 0 && dragged.ids.length === 0 && (
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
