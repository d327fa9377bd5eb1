import { formatDate, isIsoDay } from '#contract/dates.ts'
import { PLAIN_MESSAGES } from '#contract/plain-messages.ts'
import { type DateTyping, useDateTyping } from '#web/ui/use-date-typing.ts'
import { NativeButton } from './NativeButton.tsx'
import type { NativeFieldProps } from './NativeField.tsx'
import { NativeTextField } from './NativeTextField.tsx'

interface NativeDateFieldProps extends NativeFieldProps, Omit<DateTyping, 'isAhead'> {
  autoComplete?: string
}

/**
 * A typed date without a calendar (ux §1, GOV.UK): formatted as dd.MM.yyyy or marked as wrong on leaving the field,
 * never while typing.
 */
export const NativeDateField = ({ value, onChange, today, min, max, isNear, ...field }: NativeDateFieldProps) => {
  const date = useDateTyping({ value, onChange, today, min, max, isNear })
  const take = (day: string) => {
    date.choose(day)
    document.getElementById(field.id)?.focus()
  }
  const { suggestion } = date
  const isUnreadable = !date.isTyping && value !== '' && !isIsoDay(value)
  const error = field.error ?? (isUnreadable ? PLAIN_MESSAGES.date : undefined)
  const question = suggestion && (
    <NativeButton look="link" onClick={() => take(suggestion)}>
      Meinten Sie {formatDate(suggestion)}?
    </NativeButton>
  )
  return (
    <NativeTextField
      {...field}
      {...(error === undefined ? {} : { error })}
      size="middle"
      value={date.text}
      onChange={date.type}
      onBlur={date.leave}
      advice={question || (date.isTyping ? undefined : field.advice)}
    />
  )
}
