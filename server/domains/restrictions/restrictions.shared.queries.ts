import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { withRestricted } from '#server/db/with-restricted.ts'

/** What tells whether a child is one whose processing is restricted; never shown to anybody. */
export const listRestrictedChildren = (tx: SchoolTransaction) =>
  withRestricted(tx, () =>
    tx
      .selectFrom('restriction as r')
      .innerJoin('pupil as p', (join) => join.onRef('p.school_id', '=', 'r.school_id').onRef('p.id', '=', 'r.pupil_id'))
      .select(['p.firstname', 'p.lastname', 'p.birthdate', 'p.pupil_number'])
      .where('r.lifted_at', 'is', null)
      .execute(),
  )
