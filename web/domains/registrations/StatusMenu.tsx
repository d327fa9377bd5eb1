import { Link } from '@tanstack/react-router'
import { ChevronDown, GraduationCap } from 'lucide-react'
import type { RegistrationRow } from '#contract/registrations/registrations.rows.ts'
import { isWithdrawn, mayChangeStatus, STATUS_LABELS } from '#contract/registrations/registrations.status.ts'
import { paths } from '#web/paths.ts'
import { RowMenu } from '#web/ui/RowMenu.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { childName } from './child-name.ts'
import classes from './registrations.module.css'
import { StatusField } from './StatusField.tsx'
import { StatusOptionsMenu } from './StatusOptionsMenu.tsx'
import type { switchStatus } from './switch-status.ts'

type WithStatus = Parameters<typeof switchStatus>[0]

/** A status that cannot change any more, and where a pupil came of it the way there. */
const FixedStatus = ({ registration }: { registration: WithStatus }) => (
  <span className={`sh-inline sh-gap-1 ${classes.fixed}`}>
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
  registration: WithStatus | RegistrationRow
  /** Nothing is decided about what lies in the bin. */
  isFixed?: boolean
}

/** Spec §4: from any status to any other, the current one disabled. */
export const StatusMenu = ({ registration, isFixed }: StatusMenuProps) => {
  if (isFixed || !mayChangeStatus(registration)) return <FixedStatus registration={registration} />
  const { status } = registration
  return (
    <RowMenu
      position="bottom-start"
      width={220}
      button={
        <button
          type="button"
          className={classes.button}
          aria-label={`${STATUS_LABELS[status]}: Status von ${childName(registration)} ändern`}
        >
          <StatusField status={status} />
          <ChevronDown size={16} aria-hidden />
        </button>
      }
    >
      <StatusOptionsMenu registration={registration} />
    </RowMenu>
  )
}
