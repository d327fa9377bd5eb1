import { Alert, Button, Group } from '@mantine/core'
import { CircleAlert, Phone } from 'lucide-react'
import { counted } from '#contract/counted.ts'
import { addDays, daysBetween, formatDate } from '#contract/dates.ts'
import { displayPhone, phoneLink } from '#contract/phone.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { isFollowUp } from '#contract/registrations/registrations.place.ts'
import { useToday } from '#web/api/base-data.ts'
import { withdrawRegistration } from '#web/domains/registrations/registration-actions.ts'
import { usePlace } from './use-place.ts'

/** For how long a family may think again. */
const LONGER_DAYS = 7

/** Who does not answer is called, and what they say is entered here: yes, later or no (domain §3.2: a task, no status by itself). */
export const FollowUpCard = ({ details }: { details: RegistrationDetails }) => {
  const today = useToday()
  const place = usePlace(details)
  const { place_confirm_due_at: due, contacts } = details
  if (due === null || !isFollowUp(details, today)) return null
  const longer = addDays(today, LONGER_DAYS)
  const reachable = contacts.flatMap(({ id, fullname, phone }) => (phone === null ? [] : [{ id, fullname, phone }]))
  return (
    <Alert
      color="red"
      icon={<CircleAlert size={20} aria-hidden />}
      title={`Nachfassen: seit ${counted(daysBetween(due, today), 'Tag', 'Tagen')} überfällig`}
    >
      <div className="sh-row sh-gap-3 sh-rows-2">
        {reachable.map(({ id, fullname, phone }) => (
          <span key={id} className="sh-row sh-gap-2">
            {fullname}
            <Button
              component="a"
              variant="default"
              href={phoneLink(phone)}
              className="sh-figures"
              aria-label={`${fullname} anrufen: ${displayPhone(phone)}`}
              leftSection={<Phone size={20} aria-hidden />}
            >
              {displayPhone(phone)}
            </Button>
          </span>
        ))}
        {reachable.length === 0 && <span>Keine Telefonnummer bekannt.</span>}
      </div>
      {details.is_restricted !== true && (
        <Group gap="xs" mt="xs" className="sh-screen-only">
          <Button loading={place.isRunning} onClick={() => void place.save({ place_confirmed_at: today })}>
            Platz heute bestätigt
          </Button>
          <Button
            variant="default"
            loading={place.isRunning}
            onClick={() => void place.save({ place_confirm_due_at: longer })}
          >
            Frist bis {formatDate(longer)}
          </Button>
          <Button variant="default" onClick={() => void withdrawRegistration(details)}>
            Kommt nicht
          </Button>
        </Group>
      )}
    </Alert>
  )
}
