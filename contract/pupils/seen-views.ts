import type { Permission } from '#contract/permissions.ts'
import { LISTED_COLUMNS, mayList } from './listed-fields.ts'
import { conditionsIn, readConditions } from './pupil-conditions.ts'
import { seesPupilContacts } from './pupils.ts'

/** Whether the viewer sees every field that the conditions name; without conditions there is nothing to see. */
export const seesConditions = (filter: string | null | undefined, permissions: readonly Permission[]) => {
  if (!filter) return true
  const conditions = readConditions(filter)
  return conditions !== undefined && conditionsIn(conditions).every(({ field }) => mayList(field, permissions))
}

/** What only those see who get birth dates and contacts: a searched text may be a phone number. */
const needsContacts = (asked: URLSearchParams) =>
  ['birth_month', 'missing', 'on', 'search'].some((key) => asked.has(key)) ||
  asked.get('sort')?.includes('birthdate') === true

const isSeen = (asked: URLSearchParams, permissions: readonly Permission[]) => {
  if (needsContacts(asked) && !seesPupilContacts(permissions)) return false
  if (asked.has('bin') && !permissions.includes('manage pupil')) return false
  const isConfidential = asked.get('missing')?.includes('confirmation') === true
  return !isConfidential || permissions.includes('view pupil sensitive')
}

/** The named columns that the viewer may see; those that every table has stay. */
export const seenColumns = (columns: readonly string[], permissions: readonly Permission[]) =>
  columns.filter((key) => !LISTED_COLUMNS.includes(key) || mayList(key, permissions))

/**
 * The query of a view that a colleague made, as this viewer may see it: without columns the role does not show.
 * Undefined when the view searches or filters by what the role does not see: even its text would tell something.
 */
export const seenQuery = (query: string, permissions: readonly Permission[]) => {
  const asked = new URLSearchParams(query)
  if (!(seesConditions(asked.get('filter'), permissions) && isSeen(asked, permissions))) return undefined
  const columns = asked.get('columns')
  if (columns !== null) asked.set('columns', seenColumns(columns.split(','), permissions).join(','))
  return asked.toString()
}
