import { ActionIcon, Popover } from '@mantine/core'
import { CalendarDays } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import type { CalendarCard } from './CalendarCard.tsx'

const loadCalendar = () => import('./CalendarCard.tsx')

interface CalendarPopoverProps extends ComponentProps<typeof CalendarCard> {
  label: string
  disabled: boolean
}

/** The button of a date field, with the calendar below it; few press it, and its libraries are heavy. */
export const CalendarPopover = ({ label, disabled, onChoose, ...calendar }: CalendarPopoverProps) => {
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
