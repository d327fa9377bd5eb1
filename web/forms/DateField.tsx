import { ActionIcon, Button, Group, Popover, TextInput } from '@mantine/core'
import { CalendarDays } from 'lucide-react'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { formatDate, isIsoDay } from '#contract/dates.ts'
import { MESSAGES } from '#contract/formats.ts'
import { type DateTyping, longPastText, useDateTyping } from '#web/ui/use-date-typing.ts'
import type { CalendarCard } from './CalendarCard.tsx'

const loadCalendar = () => import('./CalendarCard.tsx')

interface CalendarPopoverProps extends ComponentProps<typeof CalendarCard> {
  label: string
  disabled: boolean
}

/** The button of a date field, with the calendar below it; few press it, and its libraries are heavy. */
const CalendarPopover = ({ label, disabled, onChoose, ...calendar }: CalendarPopoverProps) => {
  const [Calendar, setCalendar] = useState<typeof CalendarCard>()
  const [isOpen, setOpen] = useState(false)
  const open = async () => {
    // Without a connection nothing opens; the next press tries again.
    const loaded = await loadCalendar().catch(() => undefined)
    if (!loaded) return
    setCalendar(() => loaded.CalendarCard)
    setOpen(true)
  }
  const choose = (day: string) => {
    setOpen(false)
    onChoose(day)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          aria-label={`Kalender öffnen: ${label}`}
          disabled={disabled}
          onClick={() => (isOpen ? setOpen(false) : void open())}
        >
          <CalendarDays size={20} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Kalender: ${label}`}>
        {Calendar && <Calendar {...calendar} onChoose={choose} />}
      </Popover.Dropdown>
    </Popover>
  )
}

interface DateFieldProps extends DateTyping {
  id?: string
  label: string
  error?: ReactNode
  description?: ReactNode
  autoComplete?: string
  disabled?: boolean
}

/** A typed date (ux §2): anything a person writes, put as dd.MM.yyyy on leaving; the calendar is an addition. */
export const DateField = ({ value, onChange, today, error, ...rest }: DateFieldProps) => {
  const { min, max, isAhead, isNear, ...input } = rest
  const date = useDateTyping({ value, onChange, today, min, max, isAhead, isNear })
  const field = useRef<HTMLInputElement>(null)
  const { suggestion } = date
  const isUnreadable = !date.isTyping && value !== '' && !isIsoDay(value)
  const ownError = (isUnreadable && MESSAGES.date) || (date.isLongPast && longPastText(value)) || undefined
  // The button goes with its press; the focus must not.
  const takeSuggestion = (day: string) => {
    date.choose(day)
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
          <CalendarPopover
            label={input.label}
            disabled={input.disabled ?? false}
            day={isIsoDay(value) ? value : undefined}
            today={today}
            min={min}
            max={max}
            onChoose={date.choose}
          />
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
