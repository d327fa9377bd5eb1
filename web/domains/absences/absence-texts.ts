import type { AbsenceCount, AbsentDay, PupilAbsences } from '#contract/absences/absences.ts'
import { counted } from '#contract/counted.ts'
import { formatDate } from '#contract/dates.ts'
import { EXCUSE_STATE_LABELS, type ExcuseState } from '#contract/sicknotes/sicknotes.ts'

export const daysText = (count: number) => counted(count, 'Fehltag', 'Fehltage')
const lessonsText = (count: number) => counted(count, 'Stunde', 'Stunden')

const STATES = ['excused', 'unexcused', 'open'] as const

export const daysOf = (count: AbsenceCount) => count.days_excused + count.days_unexcused + count.days_open
export const lessonsOf = (count: AbsenceCount) => count.lessons_excused + count.lessons_unexcused + count.lessons_open

/** The states of an absence with their numbers: `4 entschuldigt, 1 offen`; a single state stands without its number. */
export const partsText = (count: AbsenceCount, kind: 'days' | 'lessons') => {
  const parts = STATES.flatMap((state) => {
    const number = count[`${kind}_${state}`]
    return number > 0 ? [{ number, label: EXCUSE_STATE_LABELS[state] }] : []
  })
  const [only, ...others] = parts
  if (only && others.length === 0) return only.label
  return parts.map(({ number, label }) => `${number} ${label}`).join(', ')
}

/** `5 Fehltage: 4 entschuldigt, 1 offen`; of one state only `5 Fehltage, entschuldigt`. */
const sumText = (count: AbsenceCount, kind: 'days' | 'lessons') => {
  const sum = kind === 'days' ? daysText(daysOf(count)) : lessonsText(lessonsOf(count))
  const parts = partsText(count, kind)
  return `${sum}${parts.includes(',') ? ':' : ','} ${parts}`
}

/** Days and lessons in one line: `5 Fehltage: 4 entschuldigt, 1 offen · 2 Stunden, entschuldigt`. */
export const countText = (count: AbsenceCount) => {
  const days = daysOf(count) > 0 ? sumText(count, 'days') : 'keine Fehltage'
  return lessonsOf(count) > 0 ? `${days} · ${sumText(count, 'lessons')}` : days
}

/** Days count as soon as they are reported (domain §3.5): says how many of them are still to come, if any. */
export const comingText = (
  { date_start, date_end }: Pick<PupilAbsences['halves'][number], 'date_start' | 'date_end'>,
  days: readonly AbsentDay[],
  today: string,
) => {
  const coming = days.filter(
    ({ day, is_counted, is_partial }) =>
      date_start <= day && day <= date_end && day > today && is_counted && !is_partial,
  )
  return coming.length > 0 ? `davon ${counted(coming.length, 'Tag', 'Tage')} noch bevorstehend` : undefined
}

/** Leaves out a half-year that has not begun and has nothing reported; of a year to come all stay. */
export const shownHalves = <Half extends { date_start: string; count: AbsenceCount }>(
  halves: readonly Half[],
  today: string,
) => {
  const shown = halves.filter(
    ({ date_start, count }) => date_start <= today || daysOf(count) > 0 || lessonsOf(count) > 0,
  )
  return shown.length > 0 ? shown : halves
}

/** How a day is drawn and called; a leave needs no excuse and is excused. */
export type DayMark = 'excused' | 'open' | 'unexcused' | 'uncounted'

export const markOf = ({ state, is_counted }: Pick<AbsentDay, 'state' | 'is_counted'>): DayMark => {
  if (!is_counted) return 'uncounted'
  return state === 'not_required' ? 'excused' : (state as Exclude<ExcuseState, 'not_required'>)
}

export const MARK_LABELS: Record<DayMark, string> = {
  excused: 'entschuldigt',
  open: 'offen',
  unexcused: 'unentschuldigt',
  uncounted: 'zählt nicht',
}

/** What is told of one day: `16.11.2026: entschuldigt`, `10.11.2026: entschuldigt, nur 2 Stunden`. */
export const dayText = (day: AbsentDay) => {
  const part = day.lessons.length > 0 ? `, nur ${lessonsText(day.lessons.length)}` : ', nur ein Teil des Tages'
  return `${formatDate(day.day)}: ${MARK_LABELS[markOf(day)]}${day.is_partial ? part : ''}`
}

export const HALF_NAMES = { 1: '1. Halbjahr', 2: '2. Halbjahr' } as const
