import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ChevronDown, GraduationCap } from 'lucide-react'
import { isWithdrawn, mayChangeStatus, type RegistrationStatus, STATUS_LABELS } from '#contract/registrations.status.ts'
import type { RegistrationRow } from '#contract/registrations.ts'
import { paths } from '#web/paths.ts'
import { StatusChip, type StatusLook } from '#web/ui/StatusChip.tsx'
import { childName } from './child-name.ts'
import classes from './StatusMenu.module.css'
import { STATUS_ORDER, switchStatus } from './switch-status.ts'

/** Spec §4: accepted positive, rejected negative, others grey. */
export const STATUS_LOOKS: Record<RegistrationStatus, StatusLook> = {
  new: { tone: 'neutral', icon: 'dot' },
  accepted: { tone: 'positive', icon: 'check' },
  rejected: { tone: 'negative', icon: 'cross' },
  waiting: { tone: 'neutral', icon: 'wait' },
}

type WithStatus = Parameters<typeof switchStatus>[0]

export const StatusField = ({ status }: { status: RegistrationStatus }) => (
  <StatusChip {...STATUS_LOOKS[status]}>{STATUS_LABELS[status]}</StatusChip>
)

/** A status that cannot change any more, and where a pupil came of it the way there. */
const FixedStatus = ({ registration }: { registration: WithStatus }) => (
  <span className={classes.fixed}>
    {isWithdrawn(registration) ? (
      <StatusChip tone="neutral" icon="cross">
        zurückgezogen
      </StatusChip>
    ) : (
      <StatusField status={registration.status} />
    )}
    {registration.pupil_id !== null && (
      <Link
        to={paths.pupil(registration.pupil_id)}
        className={classes.pupil ?? ''}
        aria-label={`Übernommen: zur Seite von ${childName(registration)}`}
        title="Übernommen"
      >
        <GraduationCap size={20} aria-hidden />
      </Link>
    )}
  </span>
)

/** Spec §4: from any status to any other, the current one disabled. */
export const StatusMenu = ({ registration }: { registration: WithStatus | RegistrationRow }) => {
  if (!mayChangeStatus(registration)) return <FixedStatus registration={registration} />
  const { status } = registration
  return (
    <Menu position="bottom-start" width={220}>
      <Menu.Target>
        <button
          type="button"
          className={classes.button}
          aria-label={`${STATUS_LABELS[status]}: Status von ${childName(registration)} ändern`}
        >
          <StatusField status={status} />
          <ChevronDown size={16} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {STATUS_ORDER.map((option, index) => (
          <Menu.Item
            key={option}
            disabled={option === status}
            rightSection={
              <kbd className={classes.key} aria-hidden>
                {index + 1}
              </kbd>
            }
            onClick={() => void switchStatus(registration, option)}
          >
            <StatusField status={option} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
