import { sql } from 'kysely'
import { nameAction, type SchoolTransaction } from '#server/db/in-school.ts'
import { PUPIL_COLUMNS } from './import-known.queries.ts'
import type { ChangedMembership, FormerGuardian } from './import-write.queries.ts'
import type { Written } from './write-rows.ts'

const ACTION = 'pupil_import_undone'

export async function listWritten(tx: SchoolTransaction, importId: number) {
  const { rows } = await sql<{ line: number; written: Written }>`
    select line, written from pupil_import_row where school_id = current_school() and import_id = ${importId}
      and written is not null order by line`.execute(tx)
  return rows
}

/** What hangs on a pupil beside what an import makes; who has any of it stays. */
const FURTHER = ['pupil_contact_person', 'pupil_note', 'consent', 'pupil_sensitive'] as const

export interface PupilNow {
  id: number
  version: number
  /** Ids, the oldest first. */
  memberships: number[]
  pivots: number[]
  has_further: boolean
}

/** The pupils as they are now, held; who is gone for good is missing. */
export async function listPupilsNow(tx: SchoolTransaction, ids: readonly number[]) {
  const further = FURTHER.map(
    (table) => `exists (select from ${table} x where x.school_id = p.school_id and x.pupil_id = p.id)`,
  )
  const { rows } = await sql<PupilNow>`
    select p.id, p.version,
      array(select m.id from pupil_schoolclass m where m.school_id = p.school_id and m.pupil_id = p.id order by m.id) as memberships,
      array(select g.id from pupil_guardian g where g.school_id = p.school_id and g.pupil_id = p.id order by g.id) as pivots,
      (${sql.raw(further.join(' or '))} or exists (select from registration r where r.school_id = p.school_id and r.pupil_id = p.id)) as has_further
    from pupil p where p.id = any(${[...ids]}::bigint[]) order by p.id for no key update of p`.execute(tx)
  return new Map(
    rows.map((row) => [row.id, { ...row, memberships: row.memberships.map(Number), pivots: row.pivots.map(Number) }]),
  )
}

export async function deletePupils(tx: SchoolTransaction, ids: readonly number[]) {
  await nameAction(tx, 'pupil', ACTION)
  await tx
    .deleteFrom('pupil')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
}

/** The fields as they were before. */
export async function restorePupils(tx: SchoolTransaction, rows: readonly Pick<Written, 'pupil_id' | 'former'>[]) {
  await nameAction(tx, 'pupil', ACTION)
  const types = PUPIL_COLUMNS.map((column) => {
    if (column === 'first_enrolment_year') return `${column} int`
    return column === 'birthdate' || column === 'date_entry' ? `${column} date` : `${column} text`
  })
  const sets = PUPIL_COLUMNS.map((column) => `${column} = r.${column}`).join(', ')
  const records = rows.map(({ pupil_id, former }) => ({ ...former, id: pupil_id }))
  await sql`update pupil p set ${sql.raw(sets)}
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (id bigint, ${sql.raw(types.join(', '))})
    where p.school_id = current_school() and p.id = r.id`.execute(tx)
}

/** New memberships go first, so that the old ones have room again. */
export async function restoreMemberships(
  tx: SchoolTransaction,
  { made, former }: { made: readonly number[]; former: readonly ChangedMembership[] },
) {
  await nameAction(tx, 'pupil_schoolclass', ACTION)
  await tx
    .deleteFrom('pupil_schoolclass')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...made]))))
    .execute()
  await sql`update pupil_schoolclass m set date_end = r.date_end, schoolclass_id = r.schoolclass_id, schoolgrade_id = r.schoolgrade_id,
      updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(former)}::jsonb) as r (id bigint, date_end date, schoolclass_id bigint, schoolgrade_id bigint)
    where m.school_id = current_school() and m.id = r.id`.execute(tx)
}

/** Guardians as they were, where nobody changed them since; those that were made go with their last child. */
export async function restoreGuardians(
  tx: SchoolTransaction,
  { pivots, made, former }: { pivots: readonly number[]; made: readonly number[]; former: readonly FormerGuardian[] },
) {
  await nameAction(tx, 'pupil_guardian', ACTION)
  await tx
    .deleteFrom('pupil_guardian')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...pivots]))))
    .where('version', '=', 1)
    .execute()
  await nameAction(tx, 'guardian', ACTION)
  await sql`delete from guardian g where g.school_id = current_school() and g.id = any(${[...made]}::bigint[]) and g.version = 1
    and not exists (select from pupil_guardian pg where pg.school_id = g.school_id and pg.guardian_id = g.id)`.execute(
    tx,
  )
  const records = former.map(({ id, version, former: fields }) => ({ id, version, ...fields }))
  await sql`update guardian g set phone_home = r.phone_home, phone_mobile = r.phone_mobile, phone_work = r.phone_work, mail = r.mail,
      mail_verified_at = r.mail_verified_at
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
      as r (id bigint, version int, phone_home text, phone_mobile text, phone_work text, mail text, mail_verified_at timestamptz)
    where g.school_id = current_school() and g.id = r.id and g.version = r.version`.execute(tx)
}
