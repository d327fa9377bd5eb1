import { Popover } from '@mantine/core'
import { type ComponentProps, cloneElement, useLayoutEffect, useRef } from 'react'
import type { MenuButton } from '#web/ui/OnDemandMenu.tsx'
import { useOpenState } from '#web/ui/use-opened.ts'
import { CalendarCard } from './CalendarCard.tsx'

interface CalendarPopoverProps extends ComponentProps<typeof CalendarCard> {
  button: MenuButton
  label: string
}

/** The calendar of a date field below its button: takes the button over with the focus and opens. */
export const CalendarPopover = ({ button, label, onChoose, ...calendar }: CalendarPopoverProps) => {
  const [isOpen, setOpen] = useOpenState()
  const target = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => target.current?.focus({ preventScroll: true }), [])
  const choose = (day: string) => {
    setOpen(false)
    onChoose(day)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>{cloneElement(button, { ref: target, onClick: () => setOpen((open) => !open) })}</Popover.Target>
      <Popover.Dropdown aria-label={`Kalender: ${label}`}>
        <CalendarCard {...calendar} onChoose={choose} />
      </Popover.Dropdown>
    </Popover>
  )
}
