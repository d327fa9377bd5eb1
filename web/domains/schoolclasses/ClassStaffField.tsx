import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { Schoolclass } from '#contract/schoolclasses/schoolclasses.ts'
import { useMay } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import classes from './schoolclasses.module.css'

interface ClassStaffFieldProps {
  staff: Schoolclass['responsible_teachers']
  /** When somebody soon goes: what stands after the name. */
  untilOf?: (id: number) => string | undefined
}

/** Names one after the other; they are links when the viewer may open the page of an employee. */
export const ClassStaffField = ({ staff, untilOf }: ClassStaffFieldProps) => {
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
