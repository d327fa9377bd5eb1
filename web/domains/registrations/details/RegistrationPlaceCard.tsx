import { Button, Checkbox, Group } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { formatDate, isIsoDay, parseDateInput } from '#contract/dates.ts'
import { MESSAGES } from '#contract/formats.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { dueDays, PLACE_DAYS, PLACE_LABELS, placeRefusal } from '#contract/registrations/registrations.place.ts'
import { isTransformed, isWithdrawn, mayChangeStatus } from '#contract/registrations/registrations.status.ts'
import { useToday } from '#web/api/base-data.ts'
import { DateField } from '#web/forms/DateField.tsx'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { submits } from '#web/ui/submits.ts'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import classes from './registration-details.module.css'
import { usePlace } from './use-place.ts'

interface PlaceDayProps {
  field: (typeof PLACE_DAYS)[number] | 'place_confirm_due_at'
  details: RegistrationDetails
  place: ReturnType<typeof usePlace>
  today: string
}

/** What happened lies in the past; the day to confirm lies ahead. */
const rangeOf = ({ field, today }: PlaceDayProps) => {
  const { first, last } = dueDays(today)
  return field === 'place_confirm_due_at' ? { min: first, max: last } : { max: today }
}

/** Another day for a date of the place, or none. */
const PlaceDayForm = ({ onClose, ...props }: PlaceDayProps & { onClose: () => void }) => {
  const { field, details, place, today } = props
  const day = details[field] ?? ''
  const [typed, setTyped] = useState(day)
  const [refusal, setRefusal] = useState<string>()
  useUnsavedChanges(typed !== day)
  useEffect(() => focusField(field), [field])
  const save = async (wanted: string | null) => {
    setRefusal(undefined)
    if (await place.save({ [field]: wanted })) onClose()
  }
  const submit = () => {
    const read = isIsoDay(typed) ? typed : parseDateInput(typed, today)
    if (read) return void save(read)
    setRefusal(typed === '' ? MESSAGES.required : MESSAGES.date)
    focusField(field)
  }
  return (
    <form
      noValidate
      className={`sh-wrap sh-padded-2 sh-gap-3 sh-screen-only ${classes.form}`}
      onSubmit={submits(submit)}
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onClose()}
    >
      <DateField
        id={field}
        label={`${PLACE_LABELS[field]}: Datum`}
        today={today}
        autoComplete="off"
        value={typed}
        onChange={setTyped}
        error={refusal ?? place.errors[field]}
        {...rangeOf(props)}
      />
      <Group gap="xs">
        <ActionButton type="submit" isRunning={place.isRunning}>
          Speichern
        </ActionButton>
        <Button variant="default" onClick={onClose}>
          Abbrechen
        </Button>
        {day !== '' && (
          <Button variant="subtle" className="sh-bad" onClick={() => void save(null)}>
            Datum entfernen
          </Button>
        )}
      </Group>
    </form>
  )
}

/** A day of the place: entered with one press when it happened just now, or typed. */
const PlaceDayField = (props: PlaceDayProps) => {
  const { field, details, place, today } = props
  const [isEditing, setEditing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const [day, label, error] = [details[field], PLACE_LABELS[field], place.errors[field]]
  const mayChange = placeRefusal(details, [field]) === null
  const close = () => {
    setEditing(false)
    // Its button comes back with the next drawing.
    requestAnimationFrame(() => opener.current?.focus())
  }
  if (isEditing) return <PlaceDayForm {...props} onClose={close} />
  return (
    <>
      {day && <span className="sh-figures">{formatDate(day)}</span>}
      {!day && <span className={mayChange ? 'sh-paper-only' : undefined}>–</span>}
      {mayChange && (
        <span className="sh-chips sh-gap-1 sh-screen-only">
          {field !== 'place_confirm_due_at' && day === null && (
            <Button
              variant="default"
              size="compact-md"
              loading={place.isRunning}
              aria-label={`${label}: heute`}
              onClick={() => void place.save({ [field]: today })}
            >
              Heute
            </Button>
          )}
          <Button
            ref={opener}
            variant="subtle"
            size="compact-md"
            aria-label={`${label}: ${day ? 'Datum ändern' : 'Datum eintragen'}`}
            onClick={() => setEditing(true)}
          >
            {day ? 'Ändern' : 'Datum eintragen'}
          </Button>
        </span>
      )}
      {error && (
        <span role="alert" className="sh-bad">
          {error}
        </span>
      )}
    </>
  )
}

/** What becomes of an accepted place: contract out and back, confirmed, until when (domain §3.3). */
export const RegistrationPlaceCard = ({ details }: { details: RegistrationDetails }) => {
  const today = useToday()
  const place = usePlace(details)
  const isEmpty = PLACE_DAYS.every((field) => details[field] === null)
  if (details.status !== 'accepted' || (isWithdrawn(details) && isEmpty)) return null
  // Once the place is confirmed or taken, nobody waits for the day any more.
  const isAwaited = details.place_confirmed_at === null && !isTransformed(details)
  const fields = isAwaited ? ([...PLACE_DAYS, 'place_confirm_due_at'] as const) : PLACE_DAYS
  return (
    <TitledCard id="place" title="Vertrag und Platz" gap="xs">
      <dl className={`sh-flush ${classes.days}`}>
        {fields.map((field) => (
          <div key={field} className="sh-grid sh-padded-1 sh-gap-4 sh-rows-0">
            <dt className="sh-quiet">{PLACE_LABELS[field]}</dt>
            <dd className="sh-row sh-flush sh-gap-4 sh-rows-1">
              <PlaceDayField field={field} details={details} place={place} today={today} />
            </dd>
          </div>
        ))}
      </dl>
    </TitledCard>
  )
}

/** What staff know about the child's priority besides brothers and sisters; asked while it is undecided (domain §3.2). */
export const RegistrationPriorityCard = ({ details }: { details: RegistrationDetails }) => {
  const place = usePlace(details)
  const isUndecided = details.status === 'new' || details.status === 'waiting'
  if (!isUndecided || !mayChangeStatus(details)) return null
  return (
    <TitledCard id="priority" title="Priorität" gap="xs">
      <Checkbox
        label={PLACE_LABELS.is_staff_child}
        description="Zählt, wenn die Warteliste nach Vorschlag geordnet wird."
        checked={details.is_staff_child}
        disabled={place.isRunning}
        onChange={(event) => void place.save({ is_staff_child: event.currentTarget.checked })}
      />
    </TitledCard>
  )
}
