import { ActionIcon, Button, Group, Popover, TextInput } from '@mantine/core'
import { CalendarDays } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { formatDate, isIsoDay } from '#contract/dates.ts'
import { MESSAGES } from '#contract/formats.ts'
import { longPastText } from './date-suggestion.ts'
import { useDateTyping } from './use-date-typing.ts'

const CalendarCard = lazy(() => import('./CalendarCard.tsx').then((module) => ({ default: module.CalendarCard })))

interface DateFieldProps {
  label: string
  /** YYYY-MM-DD, or while it is no date what was typed: the form's schema refuses that with the message of spec §5. */
  value: string
  onChange: (value: string) => void
  /** The day in Berlin. */
  today: string
  error?: ReactNode
  description?: ReactNode
  /** First and last day that may be meant, for the picker and for *Meinten Sie …?*. */
  min?: string
  max?: string
  /** Asks for something to come: a day of the last century is an error at once, with *Meinten Sie …?*. */
  isAhead?: boolean
  id?: string
  autoComplete?: string
  disabled?: boolean
}

/** A typed date (ux §2): anything a person writes, put as dd.MM.yyyy on leaving; the calendar is an addition. */
export const DateField = ({ value, onChange, today, error, min, max, isAhead, ...input }: DateFieldProps) => {
  const date = useDateTyping({ value, onChange, today, min, max, isAhead })
  const [isOpen, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { suggestion } = date
  const isUnreadable = !date.isTyping && value !== '' && !isIsoDay(value)
  const ownError = (isUnreadable && MESSAGES.date) || (date.isLongPast && longPastText(value)) || undefined
  const choose = (day: string) => {
    setOpen(false)
    date.choose(day)
  }

  // The button goes with its press; the focus must not.
  const takeSuggestion = (day: string) => {
    choose(day)
    field.current?.focus()
  }

  return (
    <div>
      <TextInput
        ref={field}
        {...input}
        value={date.text}
        onChange={(event) => date.type(event.currentTarget.value)}
        onBlur={date.leave}
        onKeyDown={(event) => event.key === 'Enter' && date.leave()}
        error={error ?? ownError}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        placeholder="TT.MM.JJJJ"
        rightSection={
          <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
            <Popover.Target>
              <ActionIcon
                aria-label={`Kalender öffnen: ${input.label}`}
                onClick={() => setOpen((open) => !open)}
                disabled={input.disabled ?? false}
              >
                <CalendarDays size={20} aria-hidden />
              </ActionIcon>
            </Popover.Target>
            <Popover.Dropdown aria-label={`Kalender: ${input.label}`}>
              <Suspense fallback={null}>
                <CalendarCard
                  day={isIsoDay(value) ? value : undefined}
                  today={today}
                  min={min}
                  max={max}
                  onChoose={choose}
                />
              </Suspense>
            </Popover.Dropdown>
          </Popover>
        }
      />
      {suggestion && (
        <Group mt="xs">
          <Button variant="default" size="compact-md" onClick={() => takeSuggestion(suggestion)}>
            Meinten Sie {formatDate(suggestion)}?
          </Button>
        </Group>
      )}
    </div>
  )
}
