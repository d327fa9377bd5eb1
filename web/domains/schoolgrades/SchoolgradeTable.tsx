import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Check, Pencil, Trash2 } from 'lucide-react'
import { counted } from '#contract/counted.ts'
import { gradeUsers, type Schoolgrade } from '#contract/schoolgrades/schoolgrades.ts'
import { shortYearName } from '#contract/schoolyears/schoolyears.ts'
import { PlacesExcessWidget } from '#web/domains/waitlists/PlacesExcessWidget.tsx'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import { paths } from '#web/paths.ts'
import { PlacesField } from './PlacesField.tsx'
import { SchoolgradeForm } from './SchoolgradeForm.tsx'
import classes from './Schoolgrades.module.css'
import { type GradeList, nextText, usualGradeName } from './schoolgrade-list.ts'
import type { GradeRows } from './use-grade-rows.ts'

/** What most grades say is left out on a phone: `data-usual`. */
const Yes = ({ isSo, usual }: { isSo: boolean; usual: boolean }) =>
  isSo ? (
    <span className="sh-one-line" data-usual={usual || undefined}>
      <Check size={18} aria-hidden className={classes.sign} /> ja
    </span>
  ) : (
    <span className="sh-quiet" data-usual={!usual || undefined}>
      nein
    </span>
  )

interface UsedTextProps extends Pick<GradeList, 'schoolyears'> {
  grade: Schoolgrade
}

/** One line says that a grade is used: its classes of this year, or else of the next, lead to their list. Whoever tries to delete it reads all. */
const UsedText = ({ grade: { usage, classes_by_year: years }, schoolyears }: UsedTextProps) => {
  if (gradeUsers(usage).length === 0) return <span className="sh-quiet">nicht verwendet</span>
  const [shown] = schoolyears.flatMap(({ id }) => years.find(({ school_year_id }) => school_year_id === id) ?? [])
  if (!shown) return 'wird verwendet'
  return (
    <Link to={paths.schoolclasses} search={{ school_year_id: String(shown.school_year_id) }}>
      {shortYearName(shown.school_year)}: {counted(shown.count, 'Klasse', 'Klassen')}
    </Link>
  )
}

const columnsFor = ({ schoolgrades, schoolyears }: GradeList, rows: GradeRows): PlainColumn<Schoolgrade>[] => [
  { title: 'Stufe', isName: true, cell: ({ grade }) => grade },
  {
    title: 'Bezeichnung',
    cellProps: () => ({ className: classes.name }),
    cell: ({ name, grade }) => <span data-usual={name === usualGradeName(grade) || undefined}>{name}</span>,
  },
  { title: 'Aktiv', cell: ({ active }) => <Yes isSo={active} usual /> },
  { title: 'Einstieg', cell: ({ is_entry }) => <Yes isSo={is_entry} usual={false} /> },
  { title: 'Quereinstieg', cell: ({ accepts_lateral }) => <Yes isSo={accepts_lateral} usual={false} /> },
  { title: 'Folgende Stufe', cell: (grade) => nextText(grade, schoolgrades) },
  ...schoolyears.map((year) => ({
    title: `Plätze ${shortYearName(year.name)}`,
    cell: (grade: Schoolgrade) => (
      <div>
        <PlacesField grade={grade} year={year} />
        <PlacesExcessWidget schoolYearId={year.id} grade={grade.grade} />
      </div>
    ),
  })),
  {
    title: 'Verwendung',
    cellProps: () => ({ className: classes.used }),
    cell: (grade) => <UsedText grade={grade} schoolyears={schoolyears} />,
  },
  {
    title: 'Aktion',
    isTitleHidden: true,
    className: classes.actions,
    cell: (grade) => (
      <>
        <ActionIcon
          id={rows.buttonId(grade.id)}
          aria-label={`${grade.name} bearbeiten`}
          onClick={() => rows.edit(grade)}
        >
          <Pencil size={20} aria-hidden />
        </ActionIcon>
        {/* Only paler, not off: whoever presses it reads why, and what to do instead. */}
        <ActionIcon
          aria-label={`${grade.name} löschen`}
          {...(gradeUsers(grade.usage).length > 0 && {
            title: 'Wird noch verwendet',
            className: classes.off,
          })}
          onClick={() => void rows.remove(grade)}
        >
          <Trash2 size={20} aria-hidden />
        </ActionIcon>
      </>
    ),
  },
]

/** The grades in order; one row at a time can be changed in its place, places at any time. A new grade is typed above them, near the button that asked for it. */
export const SchoolgradeTable = ({ list, rows }: { list: GradeList; rows: GradeRows }) => {
  const columns = columnsFor(list, rows)
  const form = (grade?: Schoolgrade) => (
    <SchoolgradeForm
      grade={grade}
      list={list}
      preserved={rows.preservedFor(grade)}
      remember={rows.remember}
      onClose={rows.close}
    />
  )
  const formRow = (grade: Schoolgrade) => (
    <tr key={grade.id} className={classes.formRow}>
      <td colSpan={columns.length}>{form(grade)}</td>
    </tr>
  )
  return (
    <div className={classes.frame}>
      {rows.editing === 'new' && <div className={classes.newForm}>{form()}</div>}
      {list.schoolgrades.length > 0 && (
        <PlainTable
          className={classes.table}
          caption="Klassenstufen"
          columns={columns}
          rows={list.schoolgrades}
          isLabelled
          rowProps={({ active }) => ({ 'data-inactive': !active })}
          renderRow={(grade) => (rows.editing === grade.id ? formRow(grade) : undefined)}
        />
      )}
    </div>
  )
}
