import { childrenText } from '#contract/counted.ts'
import type { ClassContact, SchoolclassDetails } from '#contract/schoolclasses/schoolclasses.ts'
import { useLabels, useSignedIn, useToday } from '#web/api/base-data.ts'
import { printStamp } from '#web/ui/PrintHead.tsx'
import classes from './ClassListTable.module.css'
import { listColumns, listRows } from './class-list-columns.tsx'
import { CLASS_LISTS, type ClassList, needsContacts } from './class-lists.ts'

interface ClassListTableProps {
  schoolclass: SchoolclassDetails
  list: ClassList
  contacts?: readonly ClassContact[]
  /** Nothing of it on the screen: the page shows the class itself. */
  isPaperOnly?: boolean
}

/** Stands in the table's head, so that the browser repeats it on every sheet. */
const PaperHead = ({ schoolclass, list, columns }: ClassListTableProps & { columns: number }) => {
  const school = useSignedIn()?.school
  const today = useToday()
  const { class_teacher } = useLabels()
  const { classgradePlain, school_year, responsible_teachers, room, pupils } = schoolclass
  const facts = [
    responsible_teachers.length > 0 && `${class_teacher}: ${responsible_teachers.map(({ name }) => name).join(', ')}`,
    room && `Raum ${room}`,
    childrenText(pupils.length),
    needsContacts(list) && 'vertraulich',
  ]
  return (
    <tr className={classes.paperHead}>
      <td colSpan={columns}>
        <p className={classes.paperTitle}>{`${CLASS_LISTS[list].title} ${classgradePlain}`}</p>
        <p>{`${school?.name ?? ''} · Schuljahr ${school_year.name} · ${printStamp(today)}`}</p>
        <p>{facts.filter(Boolean).join(' · ')}</p>
      </td>
    </tr>
  )
}

/** A list of a class to print (ux §3.5): all pupils, with the school, the class and the day on every sheet. */
export const ClassListTable = (props: ClassListTableProps) => {
  const { schoolclass, list, contacts = [], isPaperOnly = false } = props
  const { classgradePlain, pupils } = schoolclass
  const { guardian } = useLabels()
  const columns = listColumns(list, { pupils, contacts, guardian })
  return (
    <table className={`sh-table ${classes.list}`} data-list={list} data-paper-only={isPaperOnly}>
      <caption className="sh-visually-hidden">{`${CLASS_LISTS[list].title} ${classgradePlain}`}</caption>
      <thead>
        <PaperHead {...props} columns={columns.length + 1} />
        <tr>
          <th scope="col" className={classes.number}>
            Nr.
          </th>
          {columns.map(({ key, title, className }) =>
            title ? (
              <th key={key} scope="col" className={className}>
                {title}
              </th>
            ) : (
              <td key={key} className={className} />
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {listRows(list, pupils).map((pupil, index) => (
          <tr key={pupil.id}>
            <td className={classes.number}>{index + 1}</td>
            {columns.map(({ key, className, render }) =>
              key === 'name' ? (
                <th key={key} scope="row" className={className}>
                  {render?.(pupil)}
                </th>
              ) : (
                <td key={key} className={className}>
                  {render?.(pupil)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
