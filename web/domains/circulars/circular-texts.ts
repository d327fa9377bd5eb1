import { type CircularLeftOut, type CircularMailState, LEFT_OUT_REASONS } from '#contract/circulars/circulars.ts'
import type { StatusLook } from '#web/ui/StatusChip.tsx'

export const MAIL_LOOKS: Record<CircularMailState, StatusLook> = {
  queued: { tone: 'neutral', icon: 'wait' },
  held: { tone: 'attention', icon: 'alert' },
  sent: { tone: 'positive', icon: 'check' },
  failed: { tone: 'negative', icon: 'cross' },
  dropped: { tone: 'neutral', icon: 'dot' },
}

/** A reader and the children the mail is about. */
export const readerText = ({ name, children }: { name: string; children: string }) => `${name} – ${children}`

/** Who gets none: „Olga Noack (Ole Müller): keine E-Mail-Adresse eingetragen“. */
export const leftOutText = ({ name, child, reason }: CircularLeftOut) =>
  `${name === null ? child : `${name} (für ${child})`}: ${LEFT_OUT_REASONS[reason]}`
