import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { visiblePupils } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import type { Counted } from './absence-counts.queries.ts'

/** Whose absences somebody asks for, with the days at the school; undefined when the viewer does not see the child. */
export const findCountedPupil = (
  tx: SchoolTransaction,
  id: number,
  { viewer, today }: { viewer: SchoolViewer; today: string },
): Promise<Counted | undefined> =>
  visiblePupils(tx, viewer, today)
    .select(['p.id', 'p.date_entry', 'p.date_exit'])
    .where('p.id', '=', id)
    .executeTakeFirst()
