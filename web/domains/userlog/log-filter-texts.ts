import { formatDate } from '#contract/dates.ts'
import { actionLabel, entityTypeLabel, LOG_RESULT_LABELS } from '#contract/userlog/userlog-labels.ts'
import { type LogState, logFilters } from './userlog-query.ts'

/** What the one person and the one object are called to whom the list is narrowed. */
export interface LogNames {
  person: string | undefined
  object: string | undefined
}

const periodText = (from: string | undefined, until: string | undefined) =>
  [from && `ab ${formatDate(from)}`, until && `bis ${formatDate(until)}`].filter(Boolean).join(' ')

/** The filters in words, for paper and where nothing is found. */
export const logFilterTexts = (state: Pick<LogState, 'search' | 'filters'>, { person, object }: LogNames): string[] => {
  const { search, actor, action, entity_type, result, from, until, without_school } = logFilters(state)
  const texts = [
    search && `„${search}“`,
    person && `Person: ${person}`,
    actor === 'system' && 'vom System',
    actor === 'people' && 'von Personen',
    action && `Aktion: ${actionLabel(action)}`,
    object ?? (entity_type && `Objekt: ${entityTypeLabel(entity_type)}`),
    result && `Ergebnis: ${LOG_RESULT_LABELS[result]}`,
    without_school && 'ohne Schule',
    periodText(from, until),
  ]
  return texts.filter((text) => typeof text === 'string' && text !== '') as string[]
}

/** Which part of how many is shown: „1–50 von 1.699“. */
export const rangeText = ({ page, perPage }: Pick<LogState, 'page' | 'perPage'>, shown: number, total: number) => {
  const before = (page - 1) * perPage
  const [first, last, all] = [shown === 0 ? 0 : before + 1, before + shown, total].map((count) =>
    count.toLocaleString('de-DE'),
  )
  return `${first}–${last} von ${all}`
}
