import { Alert, Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { childrenText } from '#contract/counted.ts'
import { formatDate } from '#contract/dates.ts'
import { paths } from '#web/paths.ts'
import type { RolloverState } from './rollover-list-query.ts'

const textOf = (notice: 'soon' | 'begun', { from_year, to_year, pending }: RolloverState) => {
  if (notice === 'begun') {
    return `Das Schuljahr ${to_year?.name} hat begonnen, aber ${childrenText(pending)} ${pending === 1 ? 'hat' : 'haben'} darin noch keinen Platz.`
  }
  const end = `Das Schuljahr ${from_year?.name} endet am ${formatDate(from_year?.date_end ?? '')}.`
  return to_year
    ? `${end} ${childrenText(pending)} ${pending === 1 ? 'hat' : 'haben'} noch keinen Platz im neuen.`
    : end
}

/** What is to be done about the year change, and the way there. */
export const RolloverNoticeCard = ({ notice, state }: { notice: 'soon' | 'begun'; state: RolloverState }) => (
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
