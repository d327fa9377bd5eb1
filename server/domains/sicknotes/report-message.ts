import { addDays, formatDate, formatShortDay, weekdayName } from '#contract/dates.ts'
import type { PublicReason } from '#contract/sicknotes/sicknotes.reasons.ts'
import { SICKNOTE_TEXTS } from '#contract/sicknotes/sicknotes.rules.ts'
import { partText } from '#contract/sicknotes/sicknotes.texts.ts'

/** Mia, Tim und Eva. */
export const inOneList = (words: readonly (string | number)[]) =>
  words.length < 2 ? `${words[0] ?? ''}` : `${words.slice(0, -1).join(', ')} und ${words.at(-1)}`

interface SaidDays {
  dateStart: string
  dateEnd: string
  partial: boolean
  timeStart: string | null
  timeEnd: string | null
  lessons: readonly number[]
}

const dayName = (day: string, today: string) => {
  if (day === today) return 'heute'
  return day === addDays(today, 1) ? 'morgen' : weekdayName(day)
}

const when = (said: SaidDays, today: string) => {
  const { dateStart, dateEnd } = said
  if (dateStart === dateEnd) {
    const part = partText(said)
    return `für ${dayName(dateStart, today)}, ${formatDate(dateStart)},${part ? ` ${part},` : ''}`
  }
  const year = dateStart.slice(0, 4) === dateEnd.slice(0, 4) ? '' : dateStart.slice(0, 4)
  return `von ${formatShortDay(dateStart)}${year} bis ${formatShortDay(dateEnd)}${dateEnd.slice(0, 4)}`
}

interface Said {
  firstnames: readonly string[]
  days: SaidDays
  reason: PublicReason
  isLate: boolean
  today: string
}

/** What parents read after a report: Gute Besserung! Mia ist für heute, 20.11.2026, abgemeldet. */
export const reportMessage = ({ firstnames, days, reason, isLate, today }: Said) =>
  [
    ...(reason === 'sick' ? ['Gute Besserung!'] : []),
    `${inOneList(firstnames)} ${firstnames.length > 1 ? 'sind' : 'ist'} ${when(days, today)} abgemeldet.`,
    ...(isLate ? [SICKNOTE_TEXTS.alsoCall] : []),
  ].join(' ')
