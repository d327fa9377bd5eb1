import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { freePlaces } from '#contract/waitlists/waitlists.ts'
import { paths } from '#web/paths.ts'
import { GradeBar } from './CapacityWidget.tsx'
import { capacitiesQuery } from './waitlist-queries.ts'
import { takenText } from './waitlist-texts.ts'
import classes from './waitlists.module.css'

interface GradePlacesWidgetProps {
  schoolYearId: number
  grade: number
}

/** How many places of one grade are taken: what somebody who decides about one child wants to know. */
export const GradePlacesWidget = ({ schoolYearId, grade }: GradePlacesWidgetProps) => {
  const { data, isPending } = useQuery(capacitiesQuery(schoolYearId))
  const capacity = data?.grades.find((one) => one.grade === grade)
  // Its room is kept while it loads, so that nothing below it jumps.
  if (!capacity) return isPending ? <div className={classes.placesRoom} /> : null
  const isOver = (freePlaces(capacity) ?? 0) < 0
  const search = { school_year_id: String(schoolYearId), grade: String(grade) }
  return (
    <div className={`sh-figures sh-screen-only ${classes.placesRoom}`}>
      <span className={isOver ? 'sh-bold sh-bad' : 'sh-bold'}>{takenText(capacity)}</span>
      {capacity.waiting > 0 && (
        <>
          {', '}
          <Link to={paths.waitlist} search={search}>{`${capacity.waiting} warten`}</Link>
        </>
      )}
      <GradeBar capacity={capacity} />
    </div>
  )
}
