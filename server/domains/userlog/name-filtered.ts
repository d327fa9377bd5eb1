import type { LogFilters } from '#contract/userlog/userlog.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { withLabels } from './userlog.labels.shared.queries.ts'
import { findLoggedName } from './userlog.queries.ts'

type Named = Pick<LogFilters, 'user_id' | 'entity_type' | 'entity_id' | 'without_school'>

/** The names of the person and the object that the list is narrowed to; accounts that are gone as the log knew them. */
export async function nameFiltered(
  tx: SchoolTransaction,
  filters: Named,
  reader: { viewer: SchoolViewer; today: string },
) {
  const { user_id = null, entity_type = '', entity_id = null } = filters
  const objects = [
    { entity_type: 'user', entity_id: user_id },
    { entity_type, entity_id },
  ]
  const [person, object] = await withLabels(tx, reader, objects)
  const logged = user_id !== null && !person?.entity_label ? await findLoggedName(tx, { ...filters, user_id }) : null
  return { person: person?.entity_label ?? logged, object: object?.entity_label ?? null }
}
