import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import {
  FREE_DAY_KIND_LABELS,
  FREE_DAY_KINDS,
  FREE_DAY_NAME_MAX,
  type FreeDayKind,
  FreeDays,
} from '#contract/schoolyears/schoolyears.free-days.ts'
import { SCHOOLYEAR_TEXTS, type Schoolyear } from '#contract/schoolyears/schoolyears.ts'
import { DateField } from '#web/forms/DateField.tsx'
import { useCheckedForm } from '#web/forms/use-checked-form.ts'
import { useFocusOnError } from '#web/forms/use-focus-on-error.ts'
import { schemaErrors } from '#web/ui/form-errors.ts'
import classes from './schoolyears.module.css'

type Bounds = Pick<Schoolyear, 'date_start' | 'date_end'>

interface Values extends Record<string, unknown> {
  name: string
  kind: FreeDayKind
  date_start: string
  date_end: string
}

interface FreeDayFormProps {
  /** Missing: a further entry. */
  day?: FreeDays | undefined
  bounds: Bounds
  today: string
  onPut: (day: FreeDays) => void
  onCancel: () => void
}

const EMPTY: Values = { name: '', kind: 'holiday', date_start: '', date_end: '' }

const checked = schemaErrors(FreeDays)

const errorsOf = (values: Values, { date_start, date_end }: Bounds): Record<string, string> => {
  const errors = checked(values)
  const isOutside = (day: string) => day < date_start || day > date_end
  if (!errors.date_start && isOutside(values.date_start)) errors.date_start = SCHOOLYEAR_TEXTS.outside
  if (!errors.date_end && isOutside(values.date_end)) errors.date_end = SCHOOLYEAR_TEXTS.outside
  return errors
}

/** One entry in its row: Enter takes it over, Escape leaves it as it was (ux §3.10). */
export const FreeDayForm = ({ day, bounds, today, onPut, onCancel }: FreeDayFormProps) => {
  const { form, attempt, refuse } = useCheckedForm<Values>(FreeDays, day ?? EMPTY)
  const element = useFocusOnError(attempt)
  const name = useRef<HTMLInputElement>(null)
  useEffect(() => name.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // One day alone needs no end.
    const values = { ...form.values, date_end: form.values.date_end.trim() || form.values.date_start }
    const errors = errorsOf(values, bounds)
    if (Object.keys(errors).length > 0) refuse(errors)
    else onPut(FreeDays.parse(values))
  }
  const press = (event: KeyboardEvent) => {
    const isInCalendar = event.target instanceof Element && event.target.closest('[role="dialog"]')
    if (event.key !== 'Escape' || isInCalendar) return
    event.stopPropagation()
    onCancel()
  }
  const date = (field: 'date_start' | 'date_end') => ({
    value: form.values[field],
    error: form.errors[field],
    today,
    min: bounds.date_start,
    max: bounds.date_end,
    onChange: (value: string) => {
      form.setFieldValue(field, value)
      form.clearFieldError(field)
    },
  })
  return (
    <form
      ref={element}
      className={`sh-padded-3 sh-grid sh-gap-3 ${classes.rowForm}`}
      onSubmit={submit}
      onKeyDown={press}
      noValidate
    >
      <TextInput
        ref={name}
        label="Name"
        autoComplete="off"
        maxLength={FREE_DAY_NAME_MAX}
        placeholder="Zum Beispiel Herbstferien"
        {...form.getInputProps('name')}
      />
      <DateField label="Von" {...date('date_start')} />
      <DateField label="Bis" {...date('date_end')} />
      <NativeSelect
        label="Art"
        data={FREE_DAY_KINDS.map((kind) => ({ value: kind, label: FREE_DAY_KIND_LABELS[kind] }))}
        {...form.getInputProps('kind')}
      />
      <div className={classes.rowButtons}>
        <Button type="submit">{day ? 'Ändern' : 'Hinzufügen'}</Button>
        <Button variant="default" onClick={onCancel}>
          Abbrechen
        </Button>
      </div>
    </form>
  )
}
