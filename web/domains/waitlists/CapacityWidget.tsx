import { Card, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { freePlaces, type GradeCapacity, isAskedFor } from '#contract/waitlists/waitlists.ts'
import { paths } from '#web/paths.ts'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { capacitiesQuery } from './waitlist-queries.ts'
import { capacityMore, capacityText, takenText } from './waitlist-texts.ts'
import classes from './waitlists.module.css'

/** More accepted children than places. */
const isFull = (capacity: GradeCapacity) => (freePlaces(capacity) ?? 0) < 0

/** A part of the places, or where nobody said how many there are of the accepted ones, in percent. */
const shareOf = (count: number, { places, accepted }: GradeCapacity) =>
  `${(100 * count) / Math.max(places ?? 0, accepted, 1)}%`

/** Confirmed and unconfirmed places of a grade; the words beside it say the same in numbers. */
export const GradeBar = ({ capacity }: { capacity: GradeCapacity }) => {
  const { accepted, confirmed } = capacity
  return (
    <span className={classes.bar} data-full={isFull(capacity) ? 'over' : undefined} aria-hidden>
      <span className={classes.confirmed} style={{ width: shareOf(confirmed, capacity) }} />
      <span className={classes.accepted} style={{ width: shareOf(accepted - confirmed, capacity) }} />
    </span>
  )
}

const GradeEntry = ({ capacity, hasMore }: { capacity: GradeCapacity; hasMore: boolean }) => {
  const more = hasMore && capacityMore(capacity)
  return (
    <li>
      <span className={isFull(capacity) ? 'sh-bold sh-bad' : undefined}>
        {hasMore ? takenText(capacity) : capacityText(capacity)}
      </span>
      {more && <span className="sh-quiet">, {more}</span>}
      <GradeBar capacity={capacity} />
    </li>
  )
}

/** What the colours of the bars mean; the words beside them say the same in numbers. */
const BarLegend = () => (
  <p className={`sh-wrap sh-quiet sh-small sh-flush sh-above-1 sh-gap-4 sh-rows-0 ${classes.legend}`} aria-hidden>
    <span>
      <i className={classes.confirmed} /> Platz bestätigt
    </span>
    <span>
      <i className={classes.accepted} /> Bestätigung steht aus
    </span>
  </p>
)

interface CapacityWidgetProps {
  /** Missing: the one applications are for. */
  schoolYearId?: number | undefined
  /** Only this grade; missing: all that somebody applied for. */
  grade?: number | undefined
  /** The widget stands beside a list of applications: it links to the waiting list and stays small. */
  isBeside?: boolean
  /** Called once the height is known: with the answer, or when there is none. */
  onSettled?: () => void
}

/** How many places of a year are taken, by grade, in words and as bars (ux §3.8). */
export const CapacityWidget = ({ schoolYearId, grade, isBeside = false, onSettled }: CapacityWidgetProps) => {
  const { data, isPending } = useQuery(capacitiesQuery(schoolYearId))
  useEffect(() => {
    if (!isPending) onSettled?.()
  }, [isPending, onSettled])
  const isNarrow = useNarrow()
  const grades = (data?.grades ?? []).filter((one) => (grade === undefined ? isAskedFor(one) : one.grade === grade))
  if (!data?.school_year || grades.length === 0) return null
  const isFolded = isNarrow && grades.length > 1
  const title = `Plätze ${data.school_year.name}`
  const search = { school_year_id: String(data.school_year.id), ...(grade !== undefined && { grade: String(grade) }) }
  const list = (
    <ul className={`sh-plain-list sh-figures sh-grid sh-gap-5 sh-rows-1 ${classes.grades}`} aria-label={title}>
      {grades.map((capacity) => (
        <GradeEntry key={capacity.grade} capacity={capacity} hasMore={!isBeside} />
      ))}
    </ul>
  )
  const legend = grades.some(({ accepted }) => accepted > 0) && <BarLegend />
  if (!isBeside)
    return (
      <Card mb="md" className="sh-screen-only">
        {list}
        {legend}
      </Card>
    )
  return (
    <Card component="section" aria-labelledby="capacities" mb="md" py="sm" className="sh-screen-only">
      <div className={`sh-words sh-spread sh-gap-4 sh-rows-0 ${classes.head}`}>
        <Title order={2} size="h4" id="capacities">
          {title}
        </Title>
        {!isFolded && legend}
        <Link to={paths.waitlist} search={search}>
          Warteliste ordnen
        </Link>
      </div>
      {isFolded ? (
        <details>
          <summary>Je Klassenstufe</summary>
          {list}
          {legend}
        </details>
      ) : (
        list
      )}
    </Card>
  )
}
