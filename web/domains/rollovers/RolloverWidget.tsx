import { Alert, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { formatDate } from '#contract/dates.ts'
import { useToday } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import type { RolloverState } from './RolloverYearsCard.tsx'
import { rolloverNotice } from './rollover-notice.ts'
import { rolloverListQuery } from './rollover-query.ts'
import { childrenText } from './rollover-texts.ts'

const textOf = (notice: 'soon' | 'begun', { from_year, to_year, pending }: RolloverState) => {
  if (notice === 'begun') {
    return `Das Schuljahr ${to_year?.name} hat begonnen, aber ${childrenText(pending)} ${pending === 1 ? 'hat' : 'haben'} darin noch keinen Platz.`
  }
  const end = `Das Schuljahr ${from_year?.name} endet am ${formatDate(from_year?.date_end ?? '')}.`
  return to_year
    ? `${end} ${childrenText(pending)} ${pending === 1 ? 'hat' : 'haben'} noch keinen Platz im neuen.`
    : end
}

/** For who prepares the year change: shows only when it is time (domain §9c). A failed load says nothing. */
export const RolloverWidget = () => {
  const today = useToday()
  const { data: state } = useQuery({ ...rolloverListQuery, meta: { quiet: true } })
  const notice = state && rolloverNotice(state, today)
  if (!notice) return null
  return (
    <Alert
      component="section"
      color="yellow"
      icon={<CalendarClock size={20} aria-hidden />}
      title={notice === 'begun' ? 'Der Schuljahreswechsel fehlt noch' : 'Bald ist Schuljahreswechsel'}
    >
      <Text mb="sm">{textOf(notice, state)}</Text>
      <Button component={Link} to={paths.rollover} variant="default">
        Schuljahreswechsel vorbereiten
      </Button>
    </Alert>
  )
}
