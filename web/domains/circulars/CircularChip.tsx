import { CIRCULAR_STATE_LABELS, type CircularRow, type CircularState } from '#contract/circulars/circulars.ts'
import { counted } from '#contract/counted.ts'
import { StatusChip, type StatusLook } from '#web/ui/StatusChip.tsx'

const LOOKS: Record<CircularState, StatusLook> = {
  sending: { tone: 'neutral', icon: 'wait' },
  paused: { tone: 'attention', icon: 'alert' },
  stopped: { tone: 'negative', icon: 'cross' },
  done: { tone: 'positive', icon: 'check' },
}

/** A finished circular needs attention if some of its mails did not leave. */
const lookOf = ({ state, counts }: Pick<CircularRow, 'state' | 'counts'>): StatusLook =>
  state === 'done' && counts.failed + counts.dropped > 0 ? { tone: 'attention', icon: 'alert' } : LOOKS[state]

/** „38 von 41 gesendet, 2 warten, 1 fehlgeschlagen“. */
const progressText = ({ all, sent, waiting, failed, dropped, unaddressed }: CircularRow['counts']) =>
  [
    `${sent} von ${all} gesendet`,
    waiting > 0 && counted(waiting, 'wartet', 'warten'),
    failed > 0 && `${failed} fehlgeschlagen`,
    dropped > 0 && `${dropped} nicht gesendet`,
    unaddressed > 0 && `${unaddressed} ohne E-Mail-Adresse`,
  ]
    .filter(Boolean)
    .join(', ')

/** How far it has come; where the numbers do not say how it stands, that goes before them. */
export const CircularChip = ({ circular }: { circular: Pick<CircularRow, 'state' | 'counts'> }) => {
  const isHeld = circular.state === 'paused' || circular.state === 'stopped'
  return (
    <StatusChip {...lookOf(circular)}>
      {isHeld && `${CIRCULAR_STATE_LABELS[circular.state]}: `}
      {progressText(circular.counts)}
    </StatusChip>
  )
}
