import { Card, Title } from '@mantine/core'
import { daysBetween } from '#contract/dates.ts'
import { displayPhone, phoneLink } from '#contract/phone.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { dueDays, isFollowUp, PLACE_DAYS } from '#contract/registrations/registrations.place.ts'
import { mayChangeStatus } from '#contract/registrations/registrations.status.ts'
import { useToday } from '#web/api/base-data.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { PlaceDayField } from './PlaceDayField.tsx'
import classes from './registration-details.module.css'
import { usePlace } from './use-place.ts'

/** Who does not answer is called (domain §3.2: a task, no status by itself). */
const FollowUpNotice = ({ details, today }: { details: RegistrationDetails; today: string }) => {
  const { place_confirm_due_at: due, contacts } = details
  if (due === null || !isFollowUp(details, today)) return null
  const days = daysBetween(due, today)
  const reachable = contacts.filter(({ phone }) => phone !== null)
  return (
    <div className="sh-row sh-below-3 sh-gap-4 sh-rows-1">
      <StatusChip tone="negative" icon="alert">
        Nachfassen: seit {days === 1 ? '1 Tag' : `${days} Tagen`} überfällig
      </StatusChip>
      {reachable.map(({ id, fullname, phone }) => (
        <span key={id}>
          {fullname}:{' '}
          <a href={phoneLink(phone ?? '')} className="sh-figures">
            {displayPhone(phone ?? '')}
          </a>
        </span>
      ))}
      {reachable.length === 0 && <span>Keine Telefonnummer bekannt.</span>}
    </div>
  )
}

/** What becomes of an accepted place: contract out and back, confirmed, until when (domain §3.3). */
export const RegistrationPlaceCard = ({ details }: { details: RegistrationDetails }) => {
  const today = useToday()
  const place = usePlace(details)
  if (details.status !== 'accepted') return null
  const { first, last } = dueDays(today)
  const common = { today, mayChange: mayChangeStatus(details), isRunning: place.isRunning }
  return (
    <Card component="section" aria-labelledby="place">
      <Title order={2} id="place" mb="xs">
        Vertrag und Platz
      </Title>
      <FollowUpNotice details={details} today={today} />
      <dl className={`sh-flush ${classes.days}`}>
        {PLACE_DAYS.map((field) => (
          <PlaceDayField
            key={field}
            {...common}
            field={field}
            day={details[field]}
            error={place.errors[field]}
            hasToday
            max={today}
            onSave={(day) => place.save({ [field]: day })}
          />
        ))}
        <PlaceDayField
          {...common}
          field="place_confirm_due_at"
          day={details.place_confirm_due_at}
          error={place.errors.place_confirm_due_at}
          min={first}
          max={last}
          onSave={(day) => place.save({ place_confirm_due_at: day })}
        />
      </dl>
    </Card>
  )
}
