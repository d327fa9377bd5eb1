import { Button, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { isIsoDay, parseDateInput } from '#contract/dates.ts'
import { MESSAGES } from '#contract/formats.ts'
import { DateField } from '#web/forms/DateField.tsx'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import classes from './registration-details.module.css'

interface PlaceDayFormProps {
  field: string
  label: string
  day: string | null
  today: string
  isRunning: boolean
  error: string | undefined
  min: string | undefined
  max: string | undefined
  onSave: (day: string | null) => Promise<boolean>
  onClose: () => void
}

/** Another day for a date of the place, or none. */
export const PlaceDayForm = (props: PlaceDayFormProps) => {
  const { field, label, day, today, isRunning, error, min, max, onSave, onClose } = props
  const [typed, setTyped] = useState(day ?? '')
  const [refusal, setRefusal] = useState<string>()
  useUnsavedChanges(typed !== (day ?? ''))
  useEffect(() => focusField(field), [field])
  const save = async (wanted: string | null) => {
    setRefusal(undefined)
    if (await onSave(wanted)) onClose()
  }
  const submit = () => {
    const read = isIsoDay(typed) ? typed : parseDateInput(typed, today)
    if (read) return save(read)
    setRefusal(typed === '' ? MESSAGES.required : MESSAGES.date)
    focusField(field)
    return undefined
  }
  return (
    <form
      noValidate
      className={`sh-wrap sh-padded-2 sh-gap-3 sh-screen-only ${classes.form}`}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onClose()}
    >
      <DateField
        id={field}
        label={`${label}: Datum`}
        today={today}
        autoComplete="off"
        value={typed}
        onChange={setTyped}
        error={refusal ?? error}
        {...(min === undefined ? {} : { min })}
        {...(max === undefined ? {} : { max })}
      />
      <Group gap="xs">
        <ActionButton type="submit" isRunning={isRunning}>
          Speichern
        </ActionButton>
        <Button variant="default" onClick={onClose}>
          Abbrechen
        </Button>
        {day !== null && (
          <Button variant="subtle" color="red" onClick={() => void save(null)}>
            Datum entfernen
          </Button>
        )}
      </Group>
    </form>
  )
}
