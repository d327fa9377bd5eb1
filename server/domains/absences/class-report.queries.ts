import { sql } from 'kysely'
import { halvesOf } from '#contract/absences/absence-days.ts'
import { halfOn } from '#contract/absences/absences.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { findClassName } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { visiblePupils } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { findClassScope } from '#server/domains/schoolclasses/schoolclasses.shared.queries.ts'
import { getSchoolyear } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'

/**
 * The class, its school year and the requested half-year, or today's; undefined when the viewer may not see the class.
 */
export async function findClassHalf(
  tx: SchoolTransaction,
  { schoolclass_id, half: wished }: { schoolclass_id: number; half?: 1 | 2 | undefined },
  reader: Reader,
) {
  const scope = await findClassScope(tx, schoolclass_id, reader)
  const named = await findClassName(tx, schoolclass_id)
  if (!scope || scope.is_names_only || !named) return undefined
  const year = await getSchoolyear(tx, scope.year_id)
  const halfKey = wished ?? halfOn(year, reader.today)
  const [half] = halvesOf(year).filter((one) => one.half === halfKey)
  return half && { named, year, half: { ...half, school_year_id: year.id } }
}
export type ClassHalf = NonNullable<Awaited<ReturnType<typeof findClassHalf>>>

/** The day for which a half-year is read: today, but at least its first and at most its last day. */
const dayOfHalf = ({ date_start, date_end }: ClassHalf['half'], today: string) => {
  if (today < date_start) return date_start
  return today > date_end ? date_end : today
}

/**
 * The pupils whose school reports this class writes for the half-year: it is their last class in it, even if they have
 * left the school since. Always by name, because absences make no ranking (domain §5.4).
 */
export const listReportPupils = (tx: SchoolTransaction, { named, half }: ClassHalf, { viewer, today }: Reader) =>
  visiblePupils(tx, viewer, today)
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('pupil_schoolclass as m')
          .select('m.schoolclass_id')
          .whereRef('m.school_id', '=', 'p.school_id')
          .whereRef('m.pupil_id', '=', 'p.id')
          .where('m.date_start', '<=', dayOfHalf(half, today))
          .where((on) => on.or([on('m.date_end', 'is', null), on('m.date_end', '>=', half.date_start)]))
          .orderBy('m.date_start', 'desc')
          .limit(1)
          .as('m'),
      (join) => join.on(sql<boolean>`m.schoolclass_id = ${named.id}`),
    )
    .where((eb) => eb.or([eb('p.date_exit', 'is', null), eb('p.date_exit', '>=', half.date_start)]))
    .select(['p.id', 'p.firstname', 'p.lastname', 'p.lastname_prefix', 'p.date_entry', 'p.date_exit'])
    .orderBy('p.lastname')
    .orderBy('p.firstname')
    .orderBy('p.birthdate')
    .orderBy('p.id')
    .execute()
