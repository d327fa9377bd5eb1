import { sql } from 'kysely'
import { fullName } from '#contract/person-names.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import {
  informsGuardian,
  informsParents,
  ofAgeSince,
} from '#server/domains/families/families.informed.shared.queries.ts'

/** The guardians of pupils the viewer may see, in the order of emergency calls (domain §1.7). */
export async function listGuardiansOf(tx: SchoolTransaction, pupilIds: readonly number[], today: string) {
  const rows = await tx
    .selectFrom('pupil_guardian as pg')
    .innerJoin('pupil as p', (join) => join.onRef('p.school_id', '=', 'pg.school_id').onRef('p.id', '=', 'pg.pupil_id'))
    .innerJoin('guardian as g', (join) =>
      join.onRef('g.school_id', '=', 'pg.school_id').onRef('g.id', '=', 'pg.guardian_id'),
    )
    .select(['pg.pupil_id', 'g.firstname', 'g.lastname', 'pg.relationship', 'pg.has_custody', 'pg.may_pickup'])
    .select(informsGuardian(ofAgeSince(today)).as('is_informed'))
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
      is_informed: row.is_informed,
      may_pickup: row.may_pickup,
      emergency_priority: row.emergency_priority,
      phones: [row.phone_mobile, row.phone_home, row.phone_work].filter((phone) => phone !== null),
      mail: row.mail,
    }))
}

/** Other people to call for these pupils, or who may pick them up, on a day (YYYY-MM-DD); in the order of emergency calls. */
export async function listOthersOf(tx: SchoolTransaction, pupilIds: readonly number[], today: string) {
  const rows = await tx
    .selectFrom('pupil_contact_person as k')
    .innerJoin('pupil as p', (join) => join.onRef('p.school_id', '=', 'k.school_id').onRef('p.id', '=', 'k.pupil_id'))
    .select(['k.pupil_id', 'k.firstname', 'k.lastname', 'k.relation', 'k.phone', 'k.may_pickup', 'k.priority'])
    .where((eb) => eb('k.pupil_id', '=', eb.fn.any(eb.val([...pupilIds]))))
    .where((eb) => eb.or([eb('k.valid_from', 'is', null), eb('k.valid_from', '<=', today)]))
    .where((eb) => eb.or([eb('k.valid_until', 'is', null), eb('k.valid_until', '>=', today)]))
    .orderBy('k.priority', (order) => order.asc().nullsLast())
    .orderBy('k.id')
    .execute()
  const byPupil = Map.groupBy(rows, ({ pupil_id }) => pupil_id)
  return (pupilId: number) =>
    (byPupil.get(pupilId) ?? []).map((row) => ({
      name: fullName(row),
      relationship: row.relation,
      may_pickup: row.may_pickup,
      emergency_priority: row.priority,
      phones: [row.phone],
    }))
}

/** The own addresses of those who are of age and do not want their parents to be informed, by pupil id. */
export async function listOwnMails(tx: SchoolTransaction, pupilIds: readonly number[], today: string) {
  const rows = await tx
    .selectFrom('pupil as p')
    .select(['p.id', 'p.mail'])
    .where((eb) => eb('p.id', '=', eb.fn.any(eb.val([...pupilIds]))))
    .where('p.mail', 'is not', null)
    .where(sql<boolean>`not ${informsParents(ofAgeSince(today))}`)
    .execute()
  return new Map(rows.map(({ id, mail }) => [id, mail]))
}
