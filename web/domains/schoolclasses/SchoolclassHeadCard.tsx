import { Card } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Info, UserPlus } from 'lucide-react'
import { Fragment } from 'react'
import { formatDate } from '#contract/dates.ts'
import { listName } from '#contract/person-names.ts'
import type { SchoolclassDetails } from '#contract/schoolclasses/schoolclasses.ts'
import { useLabels } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { ClassSizeField, ClassStaffField } from './ClassSizeField.tsx'
import { yearText } from './class-year.ts'
import classes from './schoolclasses.module.css'

type ClassFunction = SchoolclassDetails['functions'][number]

const periodText = ({ date_start, date_end }: ClassFunction) =>
  date_end ? `${formatDate(date_start)} bis ${formatDate(date_end)}` : `ab ${formatDate(date_start)}`

/** Who led the class before or will lead it; who does so on the day stands in the head. */
const OtherFunctions = ({ schoolclass: { functions, day } }: { schoolclass: SchoolclassDetails }) => {
  const labels = { responsible: useLabels().class_teacher, assigned: 'zugeordnet' }
  const others = functions.filter(
    ({ date_start, date_end }) => date_start > day || (date_end !== null && date_end < day),
  )
  if (others.length === 0) return null
  return (
    <details className={`sh-above-3 ${classes.folded} ${classes.history}`}>
      <summary className="sh-padded-1 sh-linked">Frühere und künftige Zuordnungen</summary>
      <ul className="sh-bullets sh-above-1">
        {others.map((one) => (
          <li key={`${one.id} ${one.function} ${one.date_start}`}>
            {`${one.name} (${labels[one.function]}), ${periodText(one)}`}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** When the pupils shown are not those of today, and when there are only names. */
const dayNote = ({ school_year, day, is_names_only }: SchoolclassDetails) => {
  if (is_names_only) return `Diese Klasse beginnt am ${formatDate(day)}. Bis dahin sehen Sie nur die Namen.`
  if (school_year.state === 'planned') return `Stand am ersten Tag des Schuljahrs, dem ${formatDate(day)}.`
  return school_year.state === 'closed' ? `Stand am letzten Tag des Schuljahrs, dem ${formatDate(day)}.` : undefined
}

/** Who leads the class only until a day to come. */
const goesOn = ({ functions, day, school_year }: SchoolclassDetails, id: number) => {
  const last = functions
    .filter((one) => one.id === id && one.date_start <= day)
    .map(({ date_end }) => date_end)
    .sort()
    .at(-1)
  return school_year.state !== 'closed' && last && last >= day ? `geht am ${formatDate(last)}` : undefined
}

/** Moves into the class that are planned, by day. */
const ComingPupils = ({ coming }: Pick<SchoolclassDetails, 'coming'>) =>
  [...Map.groupBy(coming, ({ date_start }) => date_start)].map(([day, pupils]) => (
    <p key={day} className={`sh-quiet sh-flush sh-above-3 sh-gap-2 ${classes.note}`}>
      <UserPlus size={20} aria-hidden />
      <span>
        {pupils.map((pupil, index) => (
          <Fragment key={pupil.id}>
            {index > 0 && ' · '}
            <Link to={paths.pupil(pupil.id)}>{listName(pupil)}</Link>
          </Fragment>
        ))}
        {` ${pupils.length === 1 ? 'kommt' : 'kommen'} am ${formatDate(day)}`}
      </span>
    </p>
  ))

/** Who leads the class, where it is, how full it is, and what it was (domain §3.6). */
export const SchoolclassHeadCard = ({ schoolclass }: { schoolclass: SchoolclassDetails }) => {
  const { responsible_teachers, assigned_employees, room, school_year, previous } = schoolclass
  const labels = useLabels()
  const isNarrow = useNarrow()
  const note = dayNote(schoolclass)
  const untilOf = (id: number) => goesOn(schoolclass, id)
  const facts = [
    { label: labels.class_teacher, value: <ClassStaffField staff={responsible_teachers} untilOf={untilOf} /> },
    assigned_employees.length > 0 && {
      label: 'Zugeordnet',
      value: <ClassStaffField staff={assigned_employees} untilOf={untilOf} />,
    },
    { label: labels.pupil_plural, value: <ClassSizeField schoolclass={schoolclass} /> },
    room !== null && { label: 'Raum', value: room },
    { label: 'Schuljahr', value: yearText(school_year) },
    previous !== null && {
      label: 'Vorher',
      value: <Link to={paths.schoolclass(previous.id)}>{previous.classgradePlain}</Link>,
    },
  ].filter((fact) => fact !== false)
  const list = (
    <dl className={`sh-wrap sh-flush ${classes.facts}`}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt className="sh-quiet sh-small">{label}</dt>
          <dd className="sh-flush sh-breaks">{value}</dd>
        </div>
      ))}
    </dl>
  )
  const notes = (
    <>
      {note && (
        <p className={`sh-quiet sh-flush sh-above-3 sh-gap-2 ${classes.note}`}>
          <Info size={20} aria-hidden />
          {note}
        </p>
      )}
      <ComingPupils coming={schoolclass.coming} />
    </>
  )
  // On a phone the children come first.
  if (isNarrow)
    return (
      <section aria-label="Zur Klasse" className="sh-below-1">
        <details className={classes.folded}>
          <summary className="sh-padded-1 sh-linked">Leitung, Plätze und mehr</summary>
          {list}
          <OtherFunctions schoolclass={schoolclass} />
        </details>
        {notes}
      </section>
    )
  return (
    <Card component="section" aria-label="Zur Klasse" className={`sh-below-4 ${classes.head}`}>
      {list}
      {notes}
      <OtherFunctions schoolclass={schoolclass} />
    </Card>
  )
}
