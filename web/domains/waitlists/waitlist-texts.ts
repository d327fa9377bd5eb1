import { counted } from '#contract/counted.ts'
import { formatDayOf } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import { PRIORITY_REASON_LABELS, priorityGroup } from '#contract/waitlists/waitlists.rules.ts'
import { freePlaces, type GradeCapacity, type WaitlistRow } from '#contract/waitlists/waitlists.ts'

interface OfChild {
  meta: { child_firstname: string; child_lastname: string }
}

/** „von Hand verschoben: Härtefall, 20.11.2026“. */
export const movedByHandText = ({ last_move: move }: Pick<WaitlistRow, 'last_move'>) =>
  ['von Hand verschoben', move && `: ${[move.note, formatDayOf(move.at)].filter(Boolean).join(', ')}`]
    .filter(Boolean)
    .join('')

/** "Mia Müller". */
export const nameOf = ({ meta }: OfChild) =>
  fullName({ firstname: meta.child_firstname, lastname: meta.child_lastname })

export const gradeName = (grade: number) => `Klasse ${grade}`

/** „Klasse 1: 13 von 40 vergeben“; without a number of places „Klasse 1: 13 angenommen“. */
export const takenText = (capacity: GradeCapacity) => {
  const { grade, places, accepted } = capacity
  const free = freePlaces(capacity)
  if (places === null) return `${gradeName(grade)}: ${accepted} angenommen`
  return `${gradeName(grade)}: ${accepted} von ${places} vergeben${free !== null && free < 0 ? `, ${-free} zu viel` : ''}`
}

/** „Klasse 5: 48 von 56 vergeben, 12 warten“ (ux §3.8). */
export const capacityText = (capacity: GradeCapacity) => {
  const waiting = counted(capacity.waiting, 'wartet', 'warten')
  // The number stays with its word when the line breaks.
  return capacity.waiting > 0 ? `${takenText(capacity)}, ${waiting.replace(' ', '\u00a0')}` : takenText(capacity)
}

/** „davon 30 bestätigt, 2 nachzufassen · 12 warten · 3 neue Bewerbungen“: first the places, then who wants one. */
export const capacityMore = ({ accepted, confirmed, follow_ups, waiting, new: fresh }: GradeCapacity) =>
  [
    [accepted > 0 && `davon ${confirmed} bestätigt`, follow_ups > 0 && `${follow_ups} nachzufassen`]
      .filter(Boolean)
      .join(', '),
    waiting > 0 && counted(waiting, 'wartet', 'warten'),
    fresh > 0 && counted(fresh, 'neue Bewerbung', 'neue Bewerbungen'),
  ]
    .filter(Boolean)
    .join(' · ')

/** What is left before a place is offered. */
export const freeText = (capacity: GradeCapacity) => {
  const free = freePlaces(capacity)
  if (free === null) return `Für ${gradeName(capacity.grade)} sind keine Plätze festgelegt.`
  if (free > 0) return `${counted(free, 'Platz ist', 'Plätze sind')} noch frei.`
  if (free === 0) return 'Alle Plätze sind vergeben.'
  return `Es ${free === -1 ? 'ist' : 'sind'} schon ${-free} mehr angenommen, als es Plätze gibt.`
}

/** „5 mehr angenommen als Plätze“; undefined while the places are enough. */
export const excessText = (capacity: Pick<GradeCapacity, 'places' | 'accepted'>) => {
  const free = freePlaces(capacity) ?? 0
  return free < 0 ? `${-free} mehr angenommen als Plätze` : undefined
}

/** „seit 3 Tagen überfällig“. */
export const overdueText = (days: number) => `seit ${counted(days, 'Tag', 'Tagen')} überfällig`

/** „1“, „1 und 2“, „1 bis 4“: the ranks before that one. */
export const ranksBefore = (rank: number) => {
  if (rank === 2) return '1'
  return rank === 3 ? '1 und 2' : `1 bis ${rank - 1}`
}

/** Where it comes to stand: „nach Ida Bode, vor Ben Conrad“. */
export const betweenText = (order: readonly OfChild[], rank: number) => {
  const [before, after] = [order[rank - 2], order[rank]]
  return [before && `nach ${nameOf(before)}`, after && `vor ${nameOf(after)}`].filter(Boolean).join(', ')
}

/** „2 · Geschwisterkind“: the group that decides about the order, and why; without priority no group is named. */
export const priorityText = (reason: keyof typeof PRIORITY_REASON_LABELS) =>
  reason === 'none' ? PRIORITY_REASON_LABELS.none : `${priorityGroup(reason)} · ${PRIORITY_REASON_LABELS[reason]}`
