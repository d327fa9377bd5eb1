import { Menu } from '@mantine/core'
import classes from './registrations.module.css'
import { StatusField } from './StatusField.tsx'
import { STATUS_ORDER } from './status-order.ts'
import { switchStatus } from './switch-status.ts'

interface StatusOptionsMenuProps {
  registration: Parameters<typeof switchStatus>[0]
}

/** The four statuses with their keys. */
export const StatusOptionsMenu = ({ registration }: StatusOptionsMenuProps) => {
  const { status } = registration
  // A disabled item cannot take the focus, and without it the menu hears no key.
  const first = STATUS_ORDER.find((option) => option !== status)
  return STATUS_ORDER.map((option, index) => (
    <Menu.Item
      key={option}
      disabled={option === status}
      data-autofocus={option === first || undefined}
      rightSection={
        <kbd className={`sh-quiet sh-small ${classes.key}`} aria-hidden>
          {index + 1}
        </kbd>
      }
      onClick={() => void switchStatus(registration, option)}
    >
      <StatusField status={option} />
    </Menu.Item>
  ))
}
