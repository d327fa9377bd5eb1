import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { findClassName } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { listGuardiansOf } from './class-contacts.queries.ts'
import { selectClassPupils } from './schoolclasses.details.queries.ts'
import { findClassScope } from './schoolclasses.shared.queries.ts'

/**
 * Everything an export of a class may need: its name and its pupils with guardians; undefined when the viewer may not
 * see it.
 */
export async function readClassList(tx: SchoolTransaction, id: number, reader: Reader) {
  const scope = await findClassScope(tx, id, reader)
  const named = await findClassName(tx, id)
  if (!scope || scope.is_names_only || !named) return undefined
  const rows = await selectClassPupils(tx, scope, reader)
    .innerJoin('schoolgrade as g', (join) =>
      join.onRef('g.school_id', '=', 'm.school_id').onRef('g.id', '=', 'm.schoolgrade_id'),
    )
    .select(['p.id', 'p.lastname', 'p.lastname_prefix', 'p.firstname', 'p.gender', 'p.birthdate', 'g.grade'])
    .select(['p.street', 'p.house_number', 'p.address_extra', 'p.zip', 'p.city', 'p.country'])
    .execute()
  const guardiansOf = await listGuardiansOf(
    tx,
    rows.map((row) => row.id),
    reader.today,
  )
  return { named, pupils: rows.map((row) => ({ ...row, guardians: guardiansOf(row.id) })) }
}
export type ClassList = NonNullable<Awaited<ReturnType<typeof readClassList>>>
