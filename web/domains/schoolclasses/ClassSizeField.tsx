import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { Fragment } from 'react'
import { isOverfull, type Schoolclass } from '#contract/schoolclasses/schoolclasses.ts'
import { useMay } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { genderText, sizeText } from './class-texts.ts'
import classes from './schoolclasses.module.css'

/** How many belong to the class, of how many places; more than fit as text and icon (domain §1.4: a warning). */
export const ClassSizeField = ({ schoolclass }: { schoolclass: Schoolclass }) => (
  <span className={classes.size}>
    <span className="sh-figures">{sizeText(schoolclass)}</span>
    {schoolclass.byGender && schoolclass.pupil_count > 0 && (
      <span className="sh-quiet sh-small sh-one-line sh-figures">{genderText(schoolclass.byGender)}</span>
    )}
    {isOverfull(schoolclass) && (
      <span className={`sh-inline sh-bold sh-warn sh-one-line sh-gap-1 ${classes.overfull}`}>
        <TriangleAlert size={16} aria-hidden />
        überbelegt
      </span>
    )}
  </span>
)

interface StaffProps {
  staff: Schoolclass['responsible_teachers']
  /** When somebody soon goes: what stands after the name. */
  untilOf?: (id: number) => string | undefined
}

/** Names one after the other; they are links when the viewer may open the page of an employee. */
export const ClassStaffField = ({ staff, untilOf }: StaffProps) => {
  const mayOpen = useMay()('manage employee')
  if (staff.length === 0) return '–'
  return (
    <span className={classes.staff}>
      {staff.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          {mayOpen ? <Link to={paths.employee(id)}>{name}</Link> : <span>{name}</span>}
          {untilOf?.(id) && ` (${untilOf(id)})`}
        </Fragment>
      ))}
    </span>
  )
}
