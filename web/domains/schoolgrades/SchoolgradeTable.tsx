import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Check, Pencil, Trash2 } from 'lucide-react'
import { counted } from '#contract/counted.ts'
import { gradeUsers, isNumberUsed, type Schoolgrade } from '#contract/schoolgrades/schoolgrades.ts'
import { shortYearName } from '#contract/schoolyears/schoolyears.ts'
import { paths } from '#web/paths.ts'
import { PlacesField } from './PlacesField.tsx'
import { SchoolgradeForm } from './SchoolgradeForm.tsx'
import classes from './Schoolgrades.module.css'
import { type GradeList, nextText } from './schoolgrade-list.ts'
import type { GradeRows } from './use-grade-rows.ts'

const Yes = ({ isSo }: { isSo: boolean }) =>
  isSo ? (
    <span className="sh-inline sh-gap-1">
      <Check size={18} aria-hidden /> ja
    </span>
  ) : (
    <span className="sh-quiet">nein</span>
  )

/** What keeps a grade from being deleted, before somebody tries: its classes lead to the list of their year. */
const UsedText = ({ grade: { usage, classes_by_year: years } }: { grade: Schoolgrade }) => {
  const [first, ...others] = gradeUsers(usage)
  if (!first) return <span className="sh-quiet">nicht verwendet</span>
  if (years.length === 0) return `Wird von ${[first, ...others].join(', ')} verwendet`
  return (
    <div>
      {first}:
      <span className="sh-wrap sh-gap-3 sh-rows-0">
        {years.map(({ school_year_id: id, school_year: name, count }) => (
          <Link
            key={id}
            to={paths.schoolclasses}
            search={{ school_year_id: String(id) }}
            aria-label={`${shortYearName(name)}: ${counted(count, 'Klasse', 'Klassen')}`}
          >
            {shortYearName(name)}: {count}
          </Link>
        ))}
      </span>
    </div>
  )
}

interface RowProps {
  grade: Schoolgrade
  list: GradeList
  rows: GradeRows
}

const GradeRow = ({ grade, list, rows }: RowProps) => (
  <tr data-inactive={!grade.active}>
    <th scope="row">{grade.grade}</th>
    <td data-label="Bezeichnung" className={classes.name}>
      {grade.name}
      {!grade.active && <span className="sh-quiet"> (nicht aktiv)</span>}
    </td>
    <td data-label="Einstieg">
      <Yes isSo={grade.is_entry} />
    </td>
    <td data-label="Quereinstieg">
      <Yes isSo={grade.accepts_lateral} />
    </td>
    <td data-label="Folgende Stufe">{nextText(grade, list.schoolgrades)}</td>
    {list.schoolyears.map((year) => (
      <td key={year.id} data-label={`Plätze ${shortYearName(year.name)}`}>
        <PlacesField grade={grade} year={year} />
      </td>
    ))}
    <td data-label="Verwendung" className={classes.used}>
      <UsedText grade={grade} />
    </td>
    <td className={classes.actions}>
      <ActionIcon id={rows.buttonId(grade.id)} aria-label={`${grade.name} bearbeiten`} onClick={() => rows.edit(grade)}>
        <Pencil size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={`${grade.name} löschen`} onClick={() => void rows.remove(grade)}>
        <Trash2 size={20} aria-hidden />
      </ActionIcon>
    </td>
  </tr>
)

/** The grades in order; one row at a time can be changed in its place, places at any time. */
export const SchoolgradeTable = ({ list, rows }: { list: GradeList; rows: GradeRows }) => {
  const { schoolgrades, schoolyears } = list
  const form = (grade?: Schoolgrade) => (
    <tr key={grade?.id ?? 'new'} className={classes.formRow}>
      <td colSpan={7 + schoolyears.length}>
        <SchoolgradeForm
          typed={rows.typedOf(grade)}
          grades={schoolgrades}
          isNumberFixed={grade !== undefined && isNumberUsed(grade.usage)}
          remember={rows.remember}
          onClose={rows.close}
        />
      </td>
    </tr>
  )
  return (
    <div className={classes.frame}>
      <table className={`sh-table ${classes.table}`}>
        <caption className="sh-visually-hidden">Klassenstufen</caption>
        <thead>
          <tr>
            <th scope="col">Stufe</th>
            <th scope="col">Bezeichnung</th>
            <th scope="col">Einstieg</th>
            <th scope="col">Quereinstieg</th>
            <th scope="col">Folgende Stufe</th>
            {schoolyears.map(({ id, name }) => (
              <th key={id} scope="col">
                Plätze {shortYearName(name)}
              </th>
            ))}
            <th scope="col">Verwendung</th>
            <th scope="col" className={classes.actions}>
              <span className="sh-visually-hidden">Aktion</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {schoolgrades.map((grade) =>
            rows.editing === grade.id ? form(grade) : <GradeRow key={grade.id} grade={grade} list={list} rows={rows} />,
          )}
          {rows.editing === 'new' && form()}
        </tbody>
      </table>
    </div>
  )
}
