import { formatDateTime } from '#contract/dates.ts'
import type { ApiFailure } from './client.ts'

/** Who changed a record meanwhile and when, if the refusal says so (ux §2). */
export const conflictText = ({ body, message }: ApiFailure) => {
  const { changed_by: person, changed_at: moment } = (body ?? {}) as { changed_by?: unknown; changed_at?: unknown }
  if (typeof person !== 'string' || typeof moment !== 'string') return message
  const [day, time] = formatDateTime(moment).split(' ')
  return `${person} hat diesen Datensatz am ${day} um ${time} Uhr geändert.`
}
