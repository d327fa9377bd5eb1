import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatDate } from '#contract/dates.ts'
import { useMay } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { type ClassYear, nearestYear } from './shown-year.ts'

interface NoClassesCardProps {
  years: readonly ClassYear[]
  /** The year of the page; missing: none is active, or the address names a year that does not exist. */
  year: ClassYear | undefined
  onYear: (year: ClassYear) => void
  /** Missing: nothing can be added. */
  onNew: (() => void) | undefined
}

const NoYear = () => {
  const mayAdd = useMay()('manage schoolyear')
  return (
    <EmptyState
      title="Noch kein Schuljahr."
      text={`Klassen gehören zu einem Schuljahr. ${mayAdd ? 'Legen Sie zuerst eines an.' : 'Ihre Schulleitung legt es an.'}`}
      action={
        mayAdd && (
          <Button component={Link} to={paths.schoolyears}>
            Zu den Schuljahren
          </Button>
        )
      }
    />
  )
}

const beginText = ({ state, name, date_start }: ClassYear) =>
  state === 'planned' ? `Das Schuljahr ${name} beginnt am ${formatDate(date_start)}.` : undefined

const OtherYear = ({ nearest, onYear }: { nearest: ClassYear } & Pick<NoClassesCardProps, 'onYear'>) => (
  <EmptyState
    title={nearest.state === 'active' ? 'Dieses Schuljahr gibt es nicht.' : 'Zurzeit läuft kein Schuljahr.'}
    text={beginText(nearest)}
    action={<Button onClick={() => onYear(nearest)}>Klassen {nearest.name} zeigen</Button>}
  />
)

/** Why no class stands here, and the way on. */
export const NoClassesCard = ({ years, year, onYear, onNew }: NoClassesCardProps) => {
  const may = useMay()
  const nearest = nearestYear(years)
  if (!nearest) return <NoYear />
  if (!year) return <OtherYear nearest={nearest} onYear={onYear} />
  if (!may('view schoolclasses')) {
    return <EmptyState title="Ihnen ist noch keine Klasse zugeordnet." text="Hier stehen Ihre Klassen." />
  }
  return (
    <EmptyState
      title="Keine Klassen vorhanden"
      text={`Im Schuljahr ${year.name} gibt es noch keine Klasse.`}
      action={onNew && <Button onClick={onNew}>Klasse anlegen</Button>}
    />
  )
}
