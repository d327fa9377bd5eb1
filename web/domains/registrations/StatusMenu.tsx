import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ChevronDown, EllipsisVertical, GraduationCap } from 'lucide-react'
import {
  mayChangeStatus,
  type RegistrationStatus,
  STATUS_LABELS,
  STATUS_ORDER,
} from '#contract/registrations/registrations.status.ts'
import { paths } from '#web/paths.ts'
import parts from '#web/ui/page-parts.module.css'
import { RowMenu } from '#web/ui/RowMenu.tsx'
import { StatusChip, type StatusLook } from '#web/ui/StatusChip.tsx'
import { childName } from './child-name.ts'
import classes from './registrations.module.css'
import { type Changeable, switchStatus } from './switch-status.ts'

/** Spec §4: accepted positive, rejected negative, others grey. */
const STATUS_LOOKS: Record<RegistrationStatus, StatusLook> = {
  new: { tone: 'neutral', icon: 'dot' },
  accepted: { tone: 'positive', icon: 'check' },
  rejected: { tone: 'negative', icon: 'cross' },
  waiting: { tone: 'neutral', icon: 'wait' },
}

interface StatusFieldProps {
  status: RegistrationStatus
  withdrawn_at?: string | null
}

/** A withdrawn application has no other status any more. */
export const StatusField = ({ status, withdrawn_at = null }: StatusFieldProps) =>
  withdrawn_at === null ? (
    <StatusChip {...STATUS_LOOKS[status]}>{STATUS_LABELS[status]}</StatusChip>
  ) : (
    <StatusChip tone="neutral" icon="cross">
      zurückgezogen
    </StatusChip>
  )

/** A status that cannot change any more, and where a pupil came of it the way there. */
const FixedStatus = ({ registration }: { registration: Changeable }) => (
  <span className={`sh-inline sh-gap-1 ${classes.fixed}`}>
    <StatusField {...registration} />
    {registration.pupil_id !== null && (
      <Link
        to={paths.pupil(registration.pupil_id)}
        className={`sh-inline sh-linked sh-screen-only ${classes.pupil}`}
        aria-label={`Übernommen: zur Seite von ${childName(registration)}`}
        title="Übernommen"
      >
        <GraduationCap size={20} aria-hidden />
      </Link>
    )}
  </span>
)

interface StatusMenuProps {
  registration: Changeable
  /** Nothing is decided about what lies in the bin. */
  isFixed?: boolean
  /** The status stands beside the menu already. */
  isSaidBeside?: boolean
}

/** Spec §4: from any status to any other, the current one disabled; each with its key. */
export const StatusMenu = ({ registration, isFixed, isSaidBeside = false }: StatusMenuProps) => {
  if (isFixed || !mayChangeStatus(registration)) return <FixedStatus registration={registration} />
  const { status } = registration
  // A disabled item cannot take the focus, and without it the menu hears no key.
  const first = STATUS_ORDER.find((option) => option !== status)
  return (
    <RowMenu
      position="bottom-start"
      width={220}
      button={
        <button
          type="button"
          className={`sh-inline ${classes.button}`}
          aria-label={`${STATUS_LABELS[status]}: Status von ${childName(registration)} ändern`}
        >
          <span className={isSaidBeside ? classes.spoken : undefined}>
            <StatusField status={status} />
          </span>
          {isSaidBeside ? <EllipsisVertical size={20} aria-hidden /> : <ChevronDown size={16} aria-hidden />}
        </button>
      }
    >
      {STATUS_ORDER.map((option, index) => (
        <Menu.Item
          key={option}
          disabled={option === status}
          data-autofocus={option === first || undefined}
          rightSection={
            <kbd className={parts.key} aria-hidden>
              {index + 1}
            </kbd>
          }
          onClick={() => void switchStatus(registration, option)}
        >
          <StatusField status={option} />
        </Menu.Item>
      ))}
    </RowMenu>
  )
}
