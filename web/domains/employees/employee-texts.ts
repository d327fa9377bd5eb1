import { formatDate } from '#contract/dates.ts'
import type { ClassFunction, EmployeeDetails, EmployeeRow } from '#contract/employees/employees.ts'
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

const UNREACHABLE: Look = { text: 'Adresse nicht erreichbar', tone: 'negative', icon: 'alert' }

/** How far somebody's account has come (ux §3.6). */
export const accountLook = ({ state, invitation, unreachable }: Account): Look => {
  if (state === 'ready') return { text: 'hat Login', tone: 'positive', icon: 'check' }
  if (state === 'closed') return { text: 'geschlossen', tone: 'negative', icon: 'cross' }
  if (state === 'invited' && unreachable !== null) return UNREACHABLE
  return state === 'invited' ? INVITED[invitation ?? 'none'] : { text: 'kein Login', tone: 'neutral', icon: 'dot' }
}

export const FUNCTION_LABELS = { responsible: 'Klassenleitung', assigned: 'zugeordnet' } as const
export const FUNCTION_CHOICES = { responsible: 'Klassenleitung', assigned: 'Zugeordnet' } as const

/** What somebody is: „Klassenleitung der 3a“. */
export const roleText = ({ function: held, schoolclass }: Pick<ClassFunction, 'function' | 'schoolclass'>) =>
  held === 'responsible'
    ? `Klassenleitung der ${schoolclass.classgradePlain}`
    : `der ${schoolclass.classgradePlain} zugeordnet`

/** The page of the class shows all of it, this one does not. */
export const PLANNED_ANEW =
  'Für diese Klasse ist schon eine spätere Änderung eingetragen. Bitte ändern Sie das auf der Seite der Klasse.'

/** Today's, and those to come. */
export const openFunctions = (functions: readonly ClassFunction[], today: string) =>
  functions.filter(({ date_end }) => date_end === null || date_end >= today)

type Period = Pick<ClassFunction, 'date_start' | 'date_end'>

/** Whether an exit on this day touches it: it runs on, or would begin afterwards. */
const isTouched = ({ date_end }: Period, lastDay: string) => date_end === null || date_end > lastDay

const exitText = ({ date_start }: Period, lastDay: string) =>
  `${date_start > lastDay ? 'entfällt' : 'endet'} mit dem Abgang am ${formatDate(lastDay)}`

/** From when to when, and what an exit to come (else null) makes of it. */
export const periodText = (period: Period, today: string, date_exit: string | null) => {
  const { date_start, date_end } = period
  const start = date_start > today ? `ab ${formatDate(date_start)}` : `seit ${formatDate(date_start)}`
  const text = date_end ? `${formatDate(date_start)} bis ${formatDate(date_end)}` : start
  return date_exit && isTouched(period, date_exit) ? `${text}, ${exitText(period, date_exit)}` : text
}

/** Classes that an exit on this day touches. */
export const endingFunctions = (functions: readonly ClassFunction[], lastDay: string) =>
  functions.filter((one) => isTouched(one, lastDay))
