import { formatDateTime } from '#contract/dates.ts'
import type { Schoolyear } from '#contract/schoolyears/schoolyears.ts'
import type { StatusLook } from '#web/ui/StatusChip.tsx'

type FormTimes = Pick<Schoolyear, 'registration_from' | 'registration_until' | 'is_registration_open'>

/** Begin and end of a day go without saying. */
const momentText = (instant: string) => {
  const [day = '', time = ''] = formatDateTime(instant).split(' ')
  return ['00:00', '23:59'].includes(time) ? day : `${day}, ${time} Uhr`
}

/** The online form of a year in words: open, opens later, was open, closed (domain §1.2). */
export const onlineFormState = (year: FormTimes, now: Date): StatusLook & { text: string; detail: string } => {
  const { registration_from: from, registration_until: until, is_registration_open: isOpen } = year
  if (isOpen)
    return { tone: 'positive', icon: 'check', text: 'geöffnet', detail: until ? `bis ${momentText(until)}` : '' }
  if (!from) return { tone: 'neutral', icon: 'dot', text: 'geschlossen', detail: '' }
  if (until && Date.parse(until) <= now.getTime()) {
    return { tone: 'neutral', icon: 'dot', text: 'geschlossen', detail: `seit ${momentText(until)}` }
  }
  return { tone: 'attention', icon: 'wait', text: 'öffnet', detail: `am ${momentText(from)}` }
}
