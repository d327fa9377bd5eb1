import { Button, Checkbox, Group } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { daysBetween, formatDate, isIsoDay, parseDateInput } from '#contract/dates.ts'
import { MESSAGES } from '#contract/formats.ts'
import { displayPhone, phoneLink } from '#contract/phone.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import {
  dueDays,
  isFollowUp,
  PLACE_DAYS,
  PLACE_LABELS,
  type PlaceChange,
  type PlaceField,
  placeEndpoints,
} from '#contract/registrations/registrations.place.ts'
import { isWithdrawn, mayChangeStatus } from '#contract/registrations/registrations.status.ts'
import { useToday } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import { refuseAction } from '#web/api/refuse-action.tsx'
import { refreshRegistrations } from '#web/domains/registrations/registration-cache.ts'
import { DateField } from '#web/forms/DateField.tsx'
import { notify } from '#web/shell/notify.tsx'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { submits } from '#web/ui/submits.ts'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import classes from './registration-details.module.css'

type Change = Omit<PlaceChange, 'version'>

const valueText = (value: Change[PlaceField]) => {
  if (typeof value === 'boolean') return value ? 'ja' : 'nein'
  return value ? formatDate(value) : 'entfernt'
}

/** Changes of the place, each with its way back; what somebody else entered meanwhile is told and shown. */
const usePlace = (details: RegistrationDetails) => {
  const { id, version } = details
  const [errors, setErrors] = useState<Record<string, string>>({})
  const call = useCall(placeEndpoints.change, {
    onFieldErrors: setErrors,
    onFailure: async (failure) => {
      void refreshRegistrations()
      await refuseAction(failure, 'Die Angabe konnte nicht gespeichert werden.')
    },
  })
  const send = async (change: Change, base: number) => {
    setErrors({})
    const reply = await call.run({ params: { id }, body: { ...change, version: base } })
    if (reply) await refreshRegistrations()
    return reply
  }
  return {
    errors,
    isRunning: call.isRunning,
    /** Answers whether it was taken. */
    save: async (change: Change) => {
      const fields = Object.keys(change) as PlaceField[]
      const before = Object.fromEntries(fields.map((field) => [field, details[field]]))
      const reply = await send(change, version)
      if (!reply) return false
      notify(`${fields.map((field) => `${PLACE_LABELS[field]}: ${valueText(change[field])}`).join(', ')}.`, {
        about: `place ${id}`,
        undo: () => void send(before, reply.version),
      })
      return true
    },
  }
}

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
  const close = () => {
    setEditing(false)
    // Its button comes back with the next drawing.
    requestAnimationFrame(() => opener.current?.focus())
  }
  if (isEditing) return <PlaceDayForm {...props} onClose={close} />
  return (
    <>
      {day && <span className="sh-figures">{formatDate(day)}</span>}
      {!day && <span className={mayChangeStatus(details) ? 'sh-paper-only' : undefined}>–</span>}
      {mayChangeStatus(details) && (
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

/** Who does not answer is called (domain §3.2: a task, no status by itself). */
const FollowUpNotice = ({ details, today }: { details: RegistrationDetails; today: string }) => {
  const { place_confirm_due_at: due, contacts } = details
  if (due === null || !isFollowUp(details, today)) return null
  const days = daysBetween(due, today)
  const reachable = contacts.flatMap(({ id, fullname, phone }) => (phone === null ? [] : [{ id, fullname, phone }]))
  return (
    <div className="sh-row sh-below-3 sh-gap-4 sh-rows-1">
      <StatusChip tone="negative" icon="alert">
        Nachfassen: seit {days === 1 ? '1 Tag' : `${days} Tagen`} überfällig
      </StatusChip>
      {reachable.map(({ id, fullname, phone }) => (
        <span key={id}>
          {fullname}:{' '}
          <a href={phoneLink(phone)} className="sh-figures">
            {displayPhone(phone)}
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
  const isEmpty = PLACE_DAYS.every((field) => details[field] === null)
  if (details.status !== 'accepted' || (isWithdrawn(details) && isEmpty)) return null
  return (
    <TitledCard id="place" title="Vertrag und Platz" gap="xs">
      <FollowUpNotice details={details} today={today} />
      <dl className={`sh-flush ${classes.days}`}>
        {([...PLACE_DAYS, 'place_confirm_due_at'] as const).map((field) => (
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
