import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import {
  FREE_DAY_KIND_LABELS,
  FREE_DAY_KINDS,
  FREE_DAY_NAME_MAX,
  FreeDays,
} from '#contract/schoolyears/schoolyears.free-days.ts'
import { SCHOOLYEAR_TEXTS } from '#contract/schoolyears/schoolyears.ts'
import { useToday } from '#web/api/base-data.ts'
import { DateField } from '#web/forms/DateField.tsx'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { useCheckedForm } from '#web/forms/use-checked-form.ts'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { schemaErrors } from '#web/ui/form-errors.ts'
import type { YearBounds } from './free-day-list.ts'
import classes from './schoolyears.module.css'

interface FreeDayFormProps {
  /** Missing: a further entry. */
  day?: FreeDays | undefined
  bounds: YearBounds
  onPut: (day: FreeDays) => void
  onCancel: () => void
  /** Whether something is typed that the list does not have. */
  onTyped: (isDirty: boolean) => void
  /** The page asks already before it is left. */
  isGuarded: boolean
}

const LABELS = { name: 'Name', date_start: 'Von', date_end: 'Bis', kind: 'Art' }

const EMPTY: FreeDays = { name: '', kind: 'holiday', date_start: '', date_end: '' }

const checked = schemaErrors(FreeDays)

const errorsOf = (values: FreeDays, { date_start, date_end }: YearBounds): Record<string, string> => {
  const errors = checked(values)
  const isOutside = (day: string) => day < date_start || day > date_end
  if (!errors.date_start && isOutside(values.date_start)) errors.date_start = SCHOOLYEAR_TEXTS.outside
  if (!errors.date_end && isOutside(values.date_end)) errors.date_end = SCHOOLYEAR_TEXTS.outside
  return errors
}

/** One entry in its row: Enter takes it over, Escape leaves it as it was (ux §3.10). */
export const FreeDayForm = ({ day, bounds, onPut, onCancel, onTyped, isGuarded }: FreeDayFormProps) => {
  const today = useToday()
  const { form, attempt, refuse } = useCheckedForm<FreeDays>(FreeDays, day ?? EMPTY)
  const name = useRef<HTMLInputElement>(null)
  useEffect(() => name.current?.focus(), [])
  const isDirty = form.isDirty()
  useUnsavedChanges(isDirty && !isGuarded)
  useEffect(() => onTyped(isDirty))
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
  const days = { today, min: bounds.date_start, max: bounds.date_end }
  return (
    <form className={`sh-padded-3 sh-grid sh-gap-3 ${classes.rowForm}`} onSubmit={submit} onKeyDown={press} noValidate>
      {Object.keys(form.errors).length > 0 && (
        <div className={classes.wide}>
          <ErrorSummary errors={form.errors} labels={LABELS} attempt={attempt} />
        </div>
      )}
      <TextInput
        ref={name}
        id="name"
        label={LABELS.name}
        autoComplete="off"
        maxLength={FREE_DAY_NAME_MAX}
        placeholder="Zum Beispiel Herbstferien"
        {...form.getInputProps('name')}
      />
      <DateField
        id="date_start"
        label={LABELS.date_start}
        {...days}
        {...form.getInputProps('date_start')}
        value={form.values.date_start}
      />
      <DateField
        id="date_end"
        label={LABELS.date_end}
        {...days}
        {...form.getInputProps('date_end')}
        value={form.values.date_end}
      />
      <NativeSelect
        id="kind"
        label={LABELS.kind}
        data={FREE_DAY_KINDS.map((kind) => ({ value: kind, label: FREE_DAY_KIND_LABELS[kind] }))}
        {...form.getInputProps('kind')}
      />
      <div className="sh-wrap sh-gap-2">
        <Button type="submit">{day ? 'Ändern' : 'Hinzufügen'}</Button>
        <Button variant="default" onClick={onCancel}>
          Abbrechen
        </Button>
      </div>
    </form>
  )
}
