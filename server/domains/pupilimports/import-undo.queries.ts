import { sql } from 'kysely'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { PUPIL_COLUMNS, PUPIL_RECORD } from './import-known.queries.ts'
import type { ChangedMembership, FormerGuardian, MembershipState } from './import-write.queries.ts'
import type { Written } from './write-rows.ts'

const ACTION = 'pupil_import_undone'

export async function listWritten(tx: SchoolTransaction, importId: number) {
  const { rows } = await sql<{ line: number; written: Written }>`
    select line, written from pupil_import_row where school_id = current_school() and import_id = ${importId}
      and written is not null order by line`.execute(tx)
  return rows
}

/** Tables with rows about a pupil that no import creates; a new pupil who has such rows stays. */
const FURTHER = [
  'pupil_contact_person',
  'pupil_note',
  'consent',
  'pupil_sensitive',
  'registration',
  'pupil_sicknote',
  'absence_count',
  'paper',
] as const
/** All tables with rows about a pupil, and the expression for the time of their last change. */
const HANGING = {
  pupil_schoolclass: 'x.updated_at',
  pupil_guardian: 'x.updated_at',
  pupil_contact_person: 'x.updated_at',
  pupil_note: 'x.updated_at',
  consent: 'greatest(x.updated_at, x.withdrawn_at)',
  pupil_sensitive: 'x.updated_at',
  pupil_sicknote: 'x.updated_at',
  absence_count: 'x.updated_at',
  paper: 'x.deleted_at',
} as const

const existsOf = (table: string, condition: string) =>
  `exists (select from ${table} x where x.school_id = p.school_id and x.pupil_id = p.id${condition})`

const HAS_FURTHER = FURTHER.map((table) => existsOf(table, '')).join(' or ')
const IS_CHANGED = Object.entries(HANGING)
  .map(([table, written]) => existsOf(table, ` and greatest(x.created_at, ${written}) > i.updated_at`))
  .join(' or ')

export interface PupilNow {
  id: number
  version: number
  memberships: MembershipState[]
  guardian_ids: number[]
  has_further: boolean
  /** Says whether a row about the pupil was written after the import, including fields of a guardian. */
  is_changed: boolean
}

/**
 * Locks the pupils as they are now; pupils who were deleted for good are missing. The time of the import's last change
 * is that of its last write.
 */
export async function listPupilsNow(
  tx: SchoolTransaction,
  { ids, importId }: { ids: readonly number[]; importId: number },
) {
  const { rows } = await sql<PupilNow>`
    select p.id, p.version,
      array(select g.guardian_id from pupil_guardian g where g.school_id = p.school_id and g.pupil_id = p.id) as guardian_ids,
      (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'schoolclass_id', m.schoolclass_id, 'schoolgrade_id', m.schoolgrade_id,
        'date_start', m.date_start, 'date_end', m.date_end)), '[]') from pupil_schoolclass m
        where m.school_id = p.school_id and m.pupil_id = p.id) as memberships,
      (${sql.raw(HAS_FURTHER)}) as has_further,
      (${sql.raw(IS_CHANGED)} or exists (select from pupil_guardian pg join guardian g on g.school_id = pg.school_id and g.id = pg.guardian_id
        where pg.school_id = p.school_id and pg.pupil_id = p.id and g.updated_at > i.updated_at)) as is_changed
    from pupil p join pupil_import i on i.school_id = p.school_id and i.id = ${importId}
    where p.school_id = current_school() and p.id = any(${[...ids]}::bigint[]) order by p.id for no key update of p`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export async function deletePupils(tx: SchoolTransaction, ids: readonly number[]) {
  await nameAction(tx, 'pupil', ACTION)
  await tx
    .deleteFrom('pupil')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
}

/** The former values of the fields. */
export async function restorePupils(tx: SchoolTransaction, rows: readonly Pick<Written, 'pupil_id' | 'former'>[]) {
  await nameAction(tx, 'pupil', ACTION)
  const sets = PUPIL_COLUMNS.map((column) => `${column} = r.${column}`).join(', ')
  const records = rows.map(({ pupil_id, former }) => ({ ...former, id: pupil_id }))
  await sql`update pupil p set ${sql.raw(sets)}
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (id bigint, ${sql.raw(PUPIL_RECORD)})
    where p.school_id = current_school() and p.id = r.id`.execute(tx)
}

/** New memberships are deleted first, because they must not overlap with the old ones. */
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

export async function deleteRelations(tx: SchoolTransaction, ids: readonly number[]) {
  await nameAction(tx, 'pupil_guardian', ACTION)
  await tx
    .deleteFrom('pupil_guardian')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
}

/** Several import rows can change one guardian: returns the state before the first row and after the last. */
const mergeFormer = (former: readonly FormerGuardian[]) =>
  [...Map.groupBy(former, ({ id }) => id).values()].map((several) => {
    const [first, ...others] = several.toSorted((a, b) => a.version - b.version)
    return { ...first, ...first?.former, version: others.at(-1)?.version ?? first?.version }
  })

/**
 * Restores guardians whom nobody has changed since; a guardian who also has a child that stays keeps the values from
 * the import.
 */
export async function restoreGuardians(
  tx: SchoolTransaction,
  { former, importedPupils }: { former: readonly FormerGuardian[]; importedPupils: readonly number[] },
) {
  await nameAction(tx, 'guardian', ACTION)
  await sql`update guardian g set phone_home = r.phone_home, phone_mobile = r.phone_mobile, phone_work = r.phone_work, mail = r.mail,
      mail_verified_at = r.mail_verified_at, mail_origin = coalesce(r.mail_origin, g.mail_origin)
    from jsonb_to_recordset(${JSON.stringify(mergeFormer(former))}::jsonb)
      as r (id bigint, version int, phone_home text, phone_mobile text, phone_work text, mail text, mail_verified_at timestamptz,
        mail_origin text)
    where g.school_id = current_school() and g.id = r.id and g.version = r.version
      and not exists (select from pupil_guardian pg where pg.school_id = g.school_id and pg.guardian_id = g.id
        and pg.pupil_id = any(${[...importedPupils]}::bigint[]))`.execute(tx)
}

interface Childless {
  ids: readonly number[]
  made: readonly number[]
  /** ISO 8601. */
  now: string
}

/**
 * Guardians left without a child: those created by the import are deleted at once, the others go into the bin (domain
 * §1.7).
 */
export async function removeChildless(tx: SchoolTransaction, { ids, made, now }: Childless) {
  await nameAction(tx, 'guardian', ACTION)
  const isChildless = sql`not exists (select from pupil_guardian pg where pg.school_id = g.school_id and pg.guardian_id = g.id)`
  await sql`delete from guardian g where g.school_id = current_school() and g.id = any(${[...made]}::bigint[]) and g.version = 1
    and ${isChildless}`.execute(tx)
  await sql`update guardian g set deleted_at = ${now} where g.school_id = current_school() and g.id = any(${[...new Set(ids)]}::bigint[])
    and g.deleted_at is null and ${isChildless}`.execute(tx)
}
