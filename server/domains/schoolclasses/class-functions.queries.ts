import { sql } from 'kysely'
import { fullName } from '#contract/person-names.ts'
import type { ClassFunctionKey } from '#contract/schoolclasses/schoolclasses.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** Functions in classes with the people who have them. */
const withPeople = (tx: SchoolTransaction) =>
  tx
    .selectFrom('schoolclass_employee as f')
    .innerJoin('employee as e', (join) =>
      join.onRef('e.school_id', '=', 'f.school_id').onRef('e.id', '=', 'f.employee_id'),
    )
    .select(['f.schoolclass_id', 'f.function', 'f.date_start', 'f.date_end'])
    .select(['e.id', 'e.firstname', 'e.lastname', 'e.short_name'])

const toRef = ({
  id,
  short_name,
  ...person
}: {
  id: number
  short_name: string
  firstname: string
  lastname: string
}) => ({
  id,
  name: fullName(person),
  short_name,
})

const PEOPLE_ORDER = sql`f.position, e.lastname, e.firstname, e.id`

/** The people who lead each of the classes or are assigned to it on the day, in their order. */
export async function listTeachers(tx: SchoolTransaction, { classIds, day }: { classIds: number[]; day: string }) {
  const rows = await withPeople(tx)
    .where((eb) => eb('f.schoolclass_id', '=', eb.fn.any(eb.val(classIds))))
    .where('f.date_start', '<=', day)
    .where((eb) => eb.or([eb('f.date_end', 'is', null), eb('f.date_end', '>=', day)]))
    .orderBy(PEOPLE_ORDER)
    .execute()
  const of = (classId: number, wanted: ClassFunctionKey) =>
    rows.filter((row) => row.schoolclass_id === classId && row.function === wanted).map(toRef)
  return (classId: number) => ({
    responsible_teachers: of(classId, 'responsible'),
    assigned_employees: of(classId, 'assigned'),
  })
}

/** All past, present and future functions in a class: newest first, leaders before assigned people. */
export async function listFunctions(tx: SchoolTransaction, classId: number) {
  const rows = await withPeople(tx)
    .where('f.schoolclass_id', '=', classId)
    .orderBy('f.date_start', 'desc')
    .orderBy('f.function', 'desc')
    .orderBy(PEOPLE_ORDER)
    .orderBy('f.id')
    .execute()
  return rows.map((row) => ({
    ...toRef(row),
    function: row.function as ClassFunctionKey,
    date_start: row.date_start,
    date_end: row.date_end,
  }))
}
