import { sql } from 'kysely'
import { Pupil } from '#contract/pupils/pupil.record.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { deletePapersOf } from '#server/domains/papers/papers.shared.queries.ts'

/** What proves that somebody was at the school (domain §5.2); the gender goes into the statistics. */
const PROOF: readonly string[] = [
  'lastname',
  'lastname_prefix',
  'firstname',
  'firstnames_all',
  'birthname',
  'birthdate',
  'birthplace',
  'gender',
  'date_entry',
  'date_exit',
  'status',
]

/** Every field of the record that is no proof; a new field is erased unless it is put on the list above. */
const ERASED = [...Object.keys(Pupil.shape).filter((key) => !PROOF.includes(key)), 'measles_proof_seen_by']

/** For the test that asks every column of the table. */
export const PUPIL_COLUMNS = { proof: PROOF, erased: ERASED }

const toDefault = sql.join(ERASED.map((column) => sql`${sql.ref(column)} = default`))

/** Empties everything of the pupils themselves but the proof of attendance, with notes, papers, links and who changed what. */
export async function reducePupilRows(tx: SchoolTransaction, ids: readonly number[], day: string) {
  await tx
    .deleteFrom('pupil_note')
    .where((eb) => eb('pupil_id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
  await deletePapersOf(tx, 'pupil', ids)
  await sql`select revoke_pupil_links(${[...ids]}::bigint[])`.execute(tx)
  await sql`update pupil set ${toDefault}, reduced_on = ${day} where id = any(${[...ids]}::bigint[])`.execute(tx)
  // The trigger that notes changes has just written the names of the erased fields.
  await sql`update pupil set field_changes = '{}' where id = any(${[...ids]}::bigint[])`.execute(tx)
}

/** Adds the pupils to the numbers that remain: one for each school year in which they had a grade. */
export const countErasedPupils = (tx: SchoolTransaction, ids: readonly number[]) =>
  sql`insert into pupil_statistic (school_id, school_year_id, grade, gender, count)
    select m.school_id, m.school_year_id, g.grade, p.gender, count(distinct p.id)
    from pupil p
    join pupil_schoolclass m on m.school_id = p.school_id and m.pupil_id = p.id
    join schoolgrade g on g.school_id = m.school_id and g.id = m.schoolgrade_id
    where p.id = any(${[...ids]}::bigint[])
    group by 1, 2, 3, 4
    on conflict (school_id, school_year_id, grade, gender)
    do update set count = pupil_statistic.count + excluded.count`.execute(tx)

/** Removes the rows; all that belongs to them goes with them. */
export const deletePupilRows = (tx: SchoolTransaction, ids: readonly number[]) =>
  tx
    .deleteFrom('pupil')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
