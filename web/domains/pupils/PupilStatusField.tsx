import { PUPIL_STATUS_LABELS, type PupilStatus } from '#contract/pupils/pupils.ts'
import { StatusChip, type StatusLook } from '#web/ui/StatusChip.tsx'

const LOOKS: Record<PupilStatus, StatusLook> = {
  upcoming: { tone: 'neutral', icon: 'wait' },
  active: { tone: 'positive', icon: 'check' },
  on_leave: { tone: 'attention', icon: 'alert' },
  guest: { tone: 'neutral', icon: 'dot' },
  left: { tone: 'neutral', icon: 'cross' },
  graduated: { tone: 'neutral', icon: 'check' },
}

/** Whether a child is at school now, as text, icon and colour. */
export const PupilStatusField = ({ status }: { status: PupilStatus }) => (
  <StatusChip {...LOOKS[status]}>{PUPIL_STATUS_LABELS[status]}</StatusChip>
)
