import {
  CIRCULAR_STATE_LABELS,
  type CircularDetails,
  type CircularLeftOut,
  type CircularMailState,
  type CircularRow,
  type CircularState,
  LEFT_OUT_REASONS,
} from '#contract/circulars/circulars.ts'
import { counted } from '#contract/counted.ts'
import type { StatusLook } from '#web/ui/StatusChip.tsx'

const LOOKS: Record<CircularState, StatusLook> = {
  sending: { tone: 'neutral', icon: 'wait' },
  paused: { tone: 'attention', icon: 'alert' },
  stopped: { tone: 'negative', icon: 'cross' },
  done: { tone: 'positive', icon: 'check' },
}

/** How the whole looks; one that is over but reached not everybody asks for attention. */
export const circularLook = ({ state, counts }: Pick<CircularRow, 'state' | 'counts'>) =>
  state === 'done' && counts.failed > 0
    ? { tone: 'attention' as const, icon: 'alert' as const, text: `${counts.failed} fehlgeschlagen` }
    : { ...LOOKS[state], text: CIRCULAR_STATE_LABELS[state] }

export const MAIL_LOOKS: Record<CircularMailState, StatusLook> = {
  queued: { tone: 'neutral', icon: 'wait' },
  held: { tone: 'attention', icon: 'alert' },
  sent: { tone: 'positive', icon: 'check' },
  failed: { tone: 'negative', icon: 'cross' },
  dropped: { tone: 'neutral', icon: 'dot' },
}

/** „38 von 41 gesendet, 2 warten, 1 fehlgeschlagen“. */
export const progressText = ({ all, sent, waiting, failed, dropped }: CircularDetails['counts']) =>
  [
    `${sent} von ${all} gesendet`,
    waiting > 0 && counted(waiting, 'wartet', 'warten'),
    failed > 0 && `${failed} fehlgeschlagen`,
    dropped > 0 && `${dropped} nicht gesendet`,
  ]
    .filter(Boolean)
    .join(', ')

/** Who gets none: „Olga Noack (Ole Müller): keine E-Mail-Adresse eingetragen“. */
export const leftOutText = ({ name, child, reason }: CircularLeftOut) =>
  `${name === null ? child : `${name} (für ${child})`}: ${LEFT_OUT_REASONS[reason]}`
