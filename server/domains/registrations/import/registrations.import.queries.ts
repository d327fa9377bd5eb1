import { sql } from 'kysely'
import { birthdatesAlike, compareChildren } from '#contract/registrations/duplicates.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { isTouched } from '#server/domains/registrations/registrations.touched.queries.ts'

interface Child {
  firstname: string
  lastname: string
  birthdate: string
}

/** For each of the children, the existing applications that seem to be for the same child, in one query. */
export async function listAlike(tx: SchoolTransaction, children: readonly Child[]) {
  const days = [...new Set(children.flatMap(({ birthdate }) => birthdatesAlike(birthdate)))]
  if (days.length === 0) return () => []
  const found = await tx
    .selectFrom('registration as r')
    .innerJoin('schoolyear as y', (join) =>
      join.onRef('y.school_id', '=', 'r.school_id').onRef('y.id', '=', 'r.school_year_id'),
    )
    .select(['r.id', 'r.number', 'y.name as school_year'])
    .select(['r.child_firstname', 'r.child_lastname', 'r.child_birthdate'])
    .where((eb) => eb('r.child_birthdate', '=', eb.fn.any(eb.val(days))))
    .where('r.deleted_at', 'is', null)
    .orderBy('r.id')
    .execute()
  const byDay = Map.groupBy(found, ({ child_birthdate }) => child_birthdate)
  return (child: Child) =>
    birthdatesAlike(child.birthdate)
      .flatMap((day) => byDay.get(day) ?? [])
      .filter(({ child_firstname: firstname, child_lastname: lastname, child_birthdate: birthdate }) =>
        compareChildren(child, { firstname, lastname, birthdate }),
      )
      .map(({ id, number, school_year }) => ({ id, number, school_year }))
}

/** Locks the applications of an import and returns which of them somebody has worked on since. */
export async function lockImported(tx: SchoolTransaction, importId: number) {
  await tx.selectFrom('registration').select('id').where('import_id', '=', importId).orderBy('id').forUpdate().execute()
  const { rows } = await sql<{ id: number; number: string; is_touched: boolean }>`
    select r.id, r.number, (${isTouched} or exists (select from registration_event e
      where e.registration_id = r.id and e.kind in ('held', 'hold_ended'))) as is_touched
    from registration r where r.import_id = ${importId} order by r.id`.execute(tx)
  return rows
}
