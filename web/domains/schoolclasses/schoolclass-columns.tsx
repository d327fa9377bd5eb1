import { compareClasses } from '#contract/schoolclasses/class-names.ts'
import type { Schoolclass } from '#contract/schoolclasses/schoolclasses.ts'
import type { SchoolLabels } from '#contract/schools/schools.facts.ts'
import { AbsentCountWidget } from '#web/domains/sicknotes/PresenceWidget.tsx'
import { sortedRows } from '#web/lists/shown-rows.ts'
import type { TableColumn } from '#web/lists/table-columns.ts'
import { ClassSizeField, ClassStaffField } from './ClassSizeField.tsx'
import { gradesText } from './class-texts.ts'

/** In the one order of classes, or by their size. */
export const shownClasses = (classes: readonly Schoolclass[], sort: string) =>
  sortedRows(classes, {
    sort,
    compareBy: { pupil_count: (a, b) => a.pupil_count - b.pupil_count },
    tie: compareClasses,
  })

const ABSENT: TableColumn<Schoolclass> = {
  key: 'absent',
  title: 'Fehlen heute',
  render: (schoolclass) => <AbsentCountWidget schoolclass={schoolclass} />,
}

/** Columns of ux §3.5; who is away is told of the year that runs, to who sees pupils. */
export const schoolclassColumns = (
  { class_teacher }: Pick<SchoolLabels, 'class_teacher'>,
  { showsToday }: { showsToday: boolean },
): TableColumn<Schoolclass>[] => [
  {
    key: 'name',
    title: 'Klasse',
    sortKey: 'name',
    render: ({ classgradePlain }) => <span data-short>{classgradePlain}</span>,
  },
  { key: 'grade', title: 'Stufe', inCard: 'none', render: gradesText },
  {
    key: 'responsible',
    title: class_teacher,
    render: ({ responsible_teachers }) => <ClassStaffField staff={responsible_teachers} />,
  },
  {
    key: 'assigned',
    title: 'Zugeordnet',
    inCard: 'none',
    render: ({ assigned_employees }) => <ClassStaffField staff={assigned_employees} />,
  },
  {
    key: 'pupil_count',
    title: 'Kinder',
    sortKey: 'pupil_count',
    render: (schoolclass) => <ClassSizeField schoolclass={schoolclass} />,
  },
  ...(showsToday ? [ABSENT] : []),
  { key: 'room', title: 'Raum', render: ({ room }) => <span data-short>{room ?? '–'}</span> },
]
