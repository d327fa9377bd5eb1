import type { EmployeeDetails, EmployeeRow } from '#contract/employees/employees.ts'
import type { StatusLook } from '#web/ui/StatusChip.tsx'

type Account = EmployeeRow['account']
type Look = { text: string } & StatusLook

const INVITED: Record<NonNullable<Account['invitation']>, Look> = {
  none: { text: 'eingeladen', tone: 'neutral', icon: 'wait' },
  queued: { text: 'eingeladen, E-Mail wartet', tone: 'neutral', icon: 'wait' },
  sent: { text: 'eingeladen', tone: 'neutral', icon: 'wait' },
  expired: { text: 'Einladung abgelaufen', tone: 'attention', icon: 'alert' },
  failed: { text: 'Einladung nicht zugestellt', tone: 'negative', icon: 'alert' },
}

/** Only who manages accounts may shake it then (the server asks for more). */
export const isEndDecided = ({ closes_account, account: { state } }: EmployeeDetails) =>
  closes_account && (state === 'ready' || state === 'invited')

/** How far somebody's account has come (ux §3.6). */
export const accountLook = ({ state, invitation }: Account): Look => {
  if (state === 'ready') return { text: 'hat Login', tone: 'positive', icon: 'check' }
  if (state === 'closed') return { text: 'geschlossen', tone: 'negative', icon: 'cross' }
  return state === 'invited' ? INVITED[invitation ?? 'none'] : { text: 'kein Login', tone: 'neutral', icon: 'dot' }
}
