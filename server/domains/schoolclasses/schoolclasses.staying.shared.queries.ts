import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { withRestricted } from '#server/db/with-restricted.ts'
import { classNames } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { membershipsOn } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'

interface Year {
  id: number
  date_start: string
}

/** The year that runs today and is followed by the other; undefined when there is none. */
const findRunningBefore = async (tx: SchoolTransaction, to: Year, today: string) => {
  const before = await tx
    .selectFrom('schoolyear')
    .select(['id', 'date_start', 'date_end'])
    .where('date_start', '<', to.date_start)
    .orderBy('date_start', 'desc')
    .executeTakeFirst()
  return before && before.date_start <= today && today < to.date_start ? before : undefined
}

/** Children of the old year without a seat in the new one, by their class and the grade they move to. */
const countMoving = (tx: SchoolTransaction, { from, to }: { from: Year & { date_end: string }; to: Year }) =>
  membershipsOn(tx, from.date_end)
    .innerJoin('pupil as p', (join) => join.onRef('p.school_id', '=', 'm.school_id').onRef('p.id', '=', 'm.pupil_id'))
    .innerJoin(classNames().as('c'), (join) =>
      join.onRef('c.school_id', '=', 'm.school_id').onRef('c.id', '=', 'm.schoolclass_id'),
    )
    .innerJoin('schoolgrade as g', (join) =>
      join.onRef('g.school_id', '=', 'm.school_id').onRef('g.id', '=', 'm.schoolgrade_id'),
    )
    .innerJoin('schoolgrade as n', (join) =>
      join.onRef('n.school_id', '=', 'g.school_id').onRef('n.id', '=', 'g.next_schoolgrade_id'),
    )
    .select(['c.description', 'c.grade_to', 'n.grade as next_grade', ({ fn }) => fn.countAll<number>().as('count')])
    .where('p.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('p.date_exit', 'is', null), eb('p.date_exit', '>=', to.date_start)]))
    .where(
      'm.pupil_id',
      'not in',
      tx.selectFrom('pupil_schoolclass').select('pupil_id').where('school_year_id', '=', to.id),
    )
    .groupBy(['c.description', 'c.grade_to', 'n.grade'])
    .execute()

interface NextClass {
  id: number
  description: string
  grade: number
  grade_to: number | null
}

/**
 * How many children will probably be in each class after the turn of the year: those whose class has the same name and
 * who move to one of its grades, as the year change proposes (domain §3.4). Undefined when no year runs before this one.
 */
export async function countStaying(
  tx: SchoolTransaction,
  { year, classes, today }: { year: Year; classes: readonly NextClass[]; today: string },
) {
  const from = await findRunningBefore(tx, year, today)
  if (!from) return undefined
  const counts = new Map<number, number>()
  for (const moving of await withRestricted(tx, () => countMoving(tx, { from, to: year }))) {
    const { description, next_grade, grade_to, count } = moving
    const namesakes = classes.filter(
      (one) =>
        one.description.toLowerCase() === description.toLowerCase() &&
        one.grade <= next_grade &&
        next_grade <= (one.grade_to ?? one.grade),
    )
    const staysMixed = grade_to !== null && next_grade <= grade_to
    const target = namesakes.find((one) => (one.grade_to !== null) === staysMixed) ?? namesakes[0]
    if (target) counts.set(target.id, (counts.get(target.id) ?? 0) + count)
  }
  return counts
}
