import { z } from 'zod'

/** Where a mail of a school stands, as it is called on pages. `dropped`: no longer wanted when its turn came. */
export const MAIL_STATE_LABELS = {
  queued: 'wartet',
  held: 'angehalten',
  sent: 'gesendet',
  failed: 'fehlgeschlagen',
  dropped: 'nicht gesendet',
} as const
export type MailState = keyof typeof MAIL_STATE_LABELS
export const MailState = z.enum(Object.keys(MAIL_STATE_LABELS) as [MailState, ...MailState[]])
