import { useState } from 'react'
import { formatDate, isIsoDay, parseDateInput } from '#contract/dates.ts'
import { otherCentury } from '#web/ui/date-suggestion.ts'
import { NativeButton } from './NativeButton.tsx'
import type { NativeFieldProps } from './NativeField.tsx'
import { NativeTextField } from './NativeTextField.tsx'

interface NativeDateFieldProps extends NativeFieldProps {
  /** YYYY-MM-DD, or while it is no date what was typed. */
  value: string
  onChange: (value: string) => void
  /** The day in Berlin. */
  today: string
  /** First and last day that may be meant, for *Meinten Sie …?*. */
  min?: string
  max?: string
  autoComplete?: string
}

/** A typed date without a calendar (ux §1, GOV.UK): put as dd.MM.yyyy on leaving; nothing is refused while typing. */
export const NativeDateField = ({ value, onChange, today, min, max, ...field }: NativeDateFieldProps) => {
  const [typed, setTyped] = useState<string>()
  const [lastTyped, setLastTyped] = useState('')
  const suggestion = isIsoDay(value) ? otherCentury(lastTyped, value, { min, max }) : undefined

  const type = (text: string) => {
    setTyped(text)
    setLastTyped(text)
    onChange(text)
  }
  const leave = () => {
    if (typed !== undefined) onChange(parseDateInput(typed, today) ?? typed.trim())
    setTyped(undefined)
  }
  const take = (day: string) => {
    setLastTyped('')
    onChange(day)
    document.getElementById(field.id)?.focus()
  }
  const question = suggestion && typed === undefined && (
    <NativeButton look="link" onClick={() => take(suggestion)}>
      Meinten Sie {formatDate(suggestion)}?
    </NativeButton>
  )
  return (
    <NativeTextField
      {...field}
      size="middle"
      value={typed ?? (isIsoDay(value) ? formatDate(value) : value)}
      onChange={type}
      onBlur={leave}
      advice={question || (typed === undefined ? field.advice : undefined)}
    />
  )
}
