import { Card, Checkbox, Title } from '@mantine/core'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { PLACE_LABELS } from '#contract/registrations/registrations.place.ts'
import { mayChangeStatus } from '#contract/registrations/registrations.status.ts'
import { usePlace } from './use-place.ts'

/** What staff know about the child's priority besides brothers and sisters; asked while it is undecided (domain §3.2). */
export const RegistrationPriorityCard = ({ details }: { details: RegistrationDetails }) => {
  const place = usePlace(details)
  const isUndecided = details.status === 'new' || details.status === 'waiting'
  if (!isUndecided || !mayChangeStatus(details)) return null
  return (
    <Card component="section" aria-labelledby="priority">
      <Title order={2} id="priority" mb="xs">
        Priorität
      </Title>
      <Checkbox
        label={PLACE_LABELS.is_staff_child}
        description="Zählt, wenn die Warteliste nach Vorschlag geordnet wird."
        checked={details.is_staff_child}
        disabled={place.isRunning}
        onChange={(event) => void place.save({ is_staff_child: event.currentTarget.checked })}
      />
    </Card>
  )
}
