import type { User } from '#contract/users/users.ts'
import type { StatusLook } from '#web/ui/StatusChip.tsx'

const MINUTE_MS = 60_000

type Invitation = User['invitation']

const EXPIRED = { text: 'Einladung abgelaufen', tone: 'negative', icon: 'cross' } as const

/** How an invitation stands (ux §3.11); undefined once a password is set. */
export const invitationText = (
  { state, expires_at }: Invitation,
  now: Date,
): ({ text: string } & StatusLook) | undefined => {
  if (state === 'none') return undefined
  if (state === 'queued') return { text: 'Einladung wartet auf Versand', tone: 'attention', icon: 'wait' }
  if (state === 'failed') return { text: 'Einladung konnte nicht gesendet werden', tone: 'negative', icon: 'alert' }
  const minutes = expires_at ? Math.ceil((Date.parse(expires_at) - now.getTime()) / MINUTE_MS) : 0
  if (state === 'expired' || minutes <= 0) return EXPIRED
  return { text: `Einladung läuft in ${minutes} min ab`, tone: 'neutral', icon: 'wait' }
}
