import { type RegistrationStatus, STATUS_LABELS } from '#contract/registrations/registrations.status.ts'
import { StatusChip, type StatusLook } from '#web/ui/StatusChip.tsx'

/** Spec §4: accepted positive, rejected negative, others grey. */
const STATUS_LOOKS: Record<RegistrationStatus, StatusLook> = {
  new: { tone: 'neutral', icon: 'dot' },
  accepted: { tone: 'positive', icon: 'check' },
  rejected: { tone: 'negative', icon: 'cross' },
  waiting: { tone: 'neutral', icon: 'wait' },
}

export const StatusField = ({ status }: { status: RegistrationStatus }) => (
  <StatusChip {...STATUS_LOOKS[status]}>{STATUS_LABELS[status]}</StatusChip>
)
