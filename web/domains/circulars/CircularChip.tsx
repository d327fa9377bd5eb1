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

/** „2 warten, 1 fehlgeschlagen“: what is missing. */
const restText = ({ waiting, failed, dropped, unaddressed, unreachable }: CircularRow['counts']) =>
  [
    waiting > 0 && counted(waiting, 'wartet', 'warten'),
    failed > 0 && `${failed} fehlgeschlagen`,
    dropped > 0 && `${dropped} nicht gesendet`,
    unaddressed > unreachable && `${unaddressed - unreachable} ohne E-Mail-Adresse`,
    unreachable > 0 && `${unreachable} nicht erreichbar`,
  ]
    .filter(Boolean)
    .join(', ')

interface CircularChipProps {
  circular: Pick<CircularRow, 'state' | 'counts'>
  /** What is missing stands below: in a list the chip would be as wide as all other columns together. */
  isNarrow?: boolean
}

/** How far it has come; where the numbers do not say how it stands, that goes before them. */
export const CircularChip = ({ circular, isNarrow = false }: CircularChipProps) => {
  const { state, counts } = circular
  const isHeld = state === 'paused' || state === 'stopped'
  const rest = restText(counts)
  return (
    <>
      <StatusChip {...lookOf(circular)}>
        {isHeld && `${CIRCULAR_STATE_LABELS[state]}: `}
        {`${counts.sent} von ${counts.all} gesendet`}
        {!isNarrow && rest && `, ${rest}`}
      </StatusChip>
      {isNarrow && rest && <span className="sh-quiet sh-small sh-block">{rest}</span>}
    </>
  )
}
