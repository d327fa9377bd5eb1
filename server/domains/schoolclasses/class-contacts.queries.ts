import { fullName } from '#contract/person-names.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** The guardians of pupils the viewer may see, in the order of emergency calls (domain §1.7). */
export async function listGuardiansOf(tx: SchoolTransaction, pupilIds: readonly number[]) {
  const rows = await tx
    .selectFrom('pupil_guardian as pg')
    .innerJoin('guardian as g', (join) =>
      join.onRef('g.school_id', '=', 'pg.school_id').onRef('g.id', '=', 'pg.guardian_id'),
    )
    .select(['pg.pupil_id', 'g.firstname', 'g.lastname', 'pg.relationship', 'pg.has_custody', 'pg.may_pickup'])
    .select(['pg.emergency_priority', 'g.phone_mobile', 'g.phone_home', 'g.phone_work', 'g.mail'])
    .where((eb) => eb('pg.pupil_id', '=', eb.fn.any(eb.val([...pupilIds]))))
    .where('g.deleted_at', 'is', null)
    .orderBy('pg.emergency_priority', (order) => order.asc().nullsLast())
    .orderBy('pg.position')
    .orderBy('g.id')
    .execute()
  const byPupil = Map.groupBy(rows, ({ pupil_id }) => pupil_id)
  return (pupilId: number) =>
    (byPupil.get(pupilId) ?? []).map((row) => ({
      name: fullName(row),
      relationship: row.relationship,
      has_custody: row.has_custody,
      may_pickup: row.may_pickup,
      emergency_priority: row.emergency_priority,
      phones: [row.phone_mobile, row.phone_home, row.phone_work].filter((phone) => phone !== null),
      mail: row.mail,
    }))
}
