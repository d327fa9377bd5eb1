import { counted } from '#contract/counted.ts'
import { berlinToday, formatDateTime } from '#contract/dates.ts'
import type { PlanStamp } from './use-plan-saving.ts'

/** 'um 10:42' on the same day, else 'am 19.11.2026 um 10:42'. */
export const savedText = (saved_at: string, today: string) => {
  const [day, time] = formatDateTime(saved_at).split(' ')
  return berlinToday(new Date(saved_at)) === today ? `um ${time}` : `am ${day} um ${time}`
}

const byText = (saved_by: string | null) => (saved_by ? ` von ${saved_by}` : '')

/** 'Planung vom 20.11.2026 um 10:42 von Sabine Vogt'. */
export const planTitle = ({ saved_at, saved_by }: PlanStamp) =>
  `Planung vom ${formatDateTime(saved_at).replace(' ', ' um ')}${byText(saved_by)}`

/** What happened to the plan since it was loaded. */
export const otherText = (other: PlanStamp | null, today: string) =>
  other
    ? `${other.saved_by ?? 'Jemand'} hat ${savedText(other.saved_at, today)} eine andere Planung gespeichert.`
    : 'Die Planung wurde inzwischen verworfen oder durchgeführt.'

export const droppedText = (count: number) =>
  `${counted(count, 'Entscheidung gilt nicht mehr und wurde', 'Entscheidungen gelten nicht mehr und wurden')} weggelassen: Kinder sind gegangen oder haben schon einen Platz, oder eine Klasse gibt es nicht mehr.`
