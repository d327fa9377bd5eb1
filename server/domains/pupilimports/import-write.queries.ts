import { sql } from 'kysely'
import { allowLongStatements } from '#server/db/database.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { PUPIL_COLUMNS, PUPIL_RECORD } from './import-known.queries.ts'

const ACTION = 'pupil_imported'

const columnsOf = (prefix: string) => PUPIL_COLUMNS.map((column) => `${prefix}${column}`).join(', ')

/** Takes running numbers for new pupils and returns the first; no number is used twice (domain §1.5). */
export async function takeNumbers(tx: SchoolTransaction, count: number) {
  const { rows } = await sql<{ last: number }>`select take_numbers('pupil', ${count}) as last`.execute(tx)
  return (rows[0]?.last ?? 0) - count + 1
}

/**
 * Inserts new pupils in one statement; returns the id of each number. `contacts` is the search text of the guardians
 * they are about to get, so that no pupil is written twice.
 */
export async function insertPupils(tx: SchoolTransaction, pupils: readonly Record<string, unknown>[]) {
  await nameAction(tx, 'pupil', ACTION)
  const { rows } = await sql<{ id: number; pupil_number: string }>`
    insert into pupil (pupil_number, date_exit, exit_reason, search_contact, ${sql.raw(columnsOf(''))})
    select r.pupil_number, r.date_exit, r.exit_reason, pupil_own_contact(r.city, r.phone) || r.contacts, ${sql.raw(columnsOf('r.'))}
    from jsonb_to_recordset(${JSON.stringify(pupils)}::jsonb)
      as r (pupil_number text, date_exit date, exit_reason text, contacts text, ${sql.raw(PUPIL_RECORD)})
    returning id, pupil_number`.execute(tx)
  return new Map(rows.map(({ id, pupil_number }) => [pupil_number, id]))
}

export interface FormerPupil {
  id: number
  version: number
  former: Record<string, string | number | null>
}

/**
 * Writes the values in the rows; columns without a value stay as they are at that moment. Returns the former values of
 * the pupils that really changed.
 */
export async function updatePupils(tx: SchoolTransaction, pupils: readonly Record<string, unknown>[]) {
  await nameAction(tx, 'pupil', ACTION)
  const sets = PUPIL_COLUMNS.map((column) => `${column} = coalesce(r.${column}, p.${column})`).join(', ')
  const former = PUPIL_COLUMNS.map((column) => `'${column}', o.${column}`).join(', ')
  const { rows } = await sql<FormerPupil>`
    update pupil p set ${sql.raw(sets)}
    from jsonb_to_recordset(${JSON.stringify(pupils)}::jsonb) as r (id bigint, ${sql.raw(PUPIL_RECORD)})
      join pupil o on o.school_id = current_school() and o.id = r.id
    where p.school_id = o.school_id and p.id = o.id
    returning p.id, p.version, jsonb_build_object(${sql.raw(former)}) as former`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

export interface NewMembership {
  pupil_id: number
  school_year_id: number
  schoolgrade_id: number
  schoolclass_id: number | null
  date_start: string
  date_end: string | null
  reason: 'entry' | 'change'
}

/** A membership as the import left it. */
export interface MembershipState {
  id: number
  schoolclass_id: number | null
  schoolgrade_id: number
  date_start: string
  date_end: string | null
}

const STATE = sql.raw('m.id, m.schoolclass_id, m.schoolgrade_id, m.date_start, m.date_end')

/** Returns the new membership of each pupil. */
export async function insertMemberships(tx: SchoolTransaction, rows: readonly NewMembership[]) {
  await nameAction(tx, 'pupil_schoolclass', ACTION)
  const { rows: made } = await sql<MembershipState & { pupil_id: number }>`
    insert into pupil_schoolclass as m (pupil_id, school_year_id, schoolgrade_id, schoolclass_id, date_start, date_end, reason, created_by)
    select r.*, current_actor() from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (pupil_id bigint, school_year_id bigint, schoolgrade_id bigint, schoolclass_id bigint, date_start date, date_end date, reason text)
    returning m.pupil_id, ${STATE}`.execute(tx)
  return new Map(made.map(({ pupil_id, ...state }) => [pupil_id, state]))
}

export interface ChangedMembership {
  id: number
  /** Null: unchanged. */
  date_end: string | null
  schoolclass_id: number | null
  schoolgrade_id: number
}

/** Ends memberships or gives them another class; returns them as they are now. */
export async function changeMemberships(tx: SchoolTransaction, rows: readonly ChangedMembership[]) {
  await nameAction(tx, 'pupil_schoolclass', ACTION)
  const { rows: changed } =
    await sql<MembershipState>`update pupil_schoolclass m set date_end = coalesce(r.date_end, m.date_end), schoolclass_id = r.schoolclass_id,
      schoolgrade_id = r.schoolgrade_id, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, date_end date, schoolclass_id bigint, schoolgrade_id bigint)
    where m.school_id = current_school() and m.id = r.id
    returning ${STATE}`.execute(tx)
  return new Map(changed.map((state) => [state.id, state]))
}

const GUARDIAN_COLUMNS = [
  'salutation',
  'title',
  'firstname',
  'lastname',
  'phone_home',
  'phone_mobile',
  'phone_work',
  'mail',
  'street',
  'house_number',
  'zip',
  'city',
] as const

/** The address is null for a guardian who lives with the pupil. */
export type NewGuardian = Record<(typeof GUARDIAN_COLUMNS)[number], string | null>

/** A guardian with the search text. */
export interface KnownGuardian {
  id: number
  contact: string
}

/** Inserts guardians; returns them in the given order. */
export async function insertGuardians(tx: SchoolTransaction, rows: readonly NewGuardian[]) {
  await nameAction(tx, 'guardian', ACTION)
  const { rows: made } = await sql<KnownGuardian>`
    insert into guardian (${sql.raw(GUARDIAN_COLUMNS.join(', '))})
    select ${sql.raw(GUARDIAN_COLUMNS.map((column) => `r.${column}`).join(', '))}
    from jsonb_to_recordset(${JSON.stringify(rows.map((row, place) => ({ ...row, place })))}::jsonb)
      as r (${sql.raw(GUARDIAN_COLUMNS.map((column) => `${column} text`).join(', '))}, place int) order by r.place
    returning id, search_name || search_contact as contact`.execute(tx)
  // PostgreSQL assigns identities in the order of the select.
  return made.sort((a, b) => a.id - b.id)
}

export interface GuardianFill {
  id: number
  phone_home: string | null
  phone_mobile: string | null
  phone_work: string | null
  mail: string | null
}

export interface FormerGuardian {
  id: number
  version: number
  former: Record<
    'phone_home' | 'phone_mobile' | 'phone_work' | 'mail' | 'mail_verified_at' | 'mail_origin',
    string | null
  >
}

/** Writes new numbers and mail addresses; a new address is not verified. */
export async function updateGuardians(tx: SchoolTransaction, rows: readonly GuardianFill[]) {
  await nameAction(tx, 'guardian', ACTION)
  const { rows: former } = await sql<FormerGuardian>`
    update guardian g set phone_home = coalesce(r.phone_home, g.phone_home), phone_mobile = coalesce(r.phone_mobile, g.phone_mobile),
      phone_work = coalesce(r.phone_work, g.phone_work), mail = coalesce(r.mail, g.mail),
      mail_verified_at = case when r.mail is null then g.mail_verified_at end,
      mail_origin = case when r.mail is null then g.mail_origin else 'school' end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r (id bigint, phone_home text, phone_mobile text, phone_work text, mail text)
      join guardian o on o.school_id = current_school() and o.id = r.id
    where g.school_id = o.school_id and g.id = o.id
    returning g.id, g.version, jsonb_build_object('phone_home', o.phone_home, 'phone_mobile', o.phone_mobile,
      'phone_work', o.phone_work, 'mail', o.mail, 'mail_verified_at', o.mail_verified_at, 'mail_origin', o.mail_origin) as former`.execute(
    tx,
  )
  return new Map(former.map((row) => [row.id, row]))
}

export interface NewRelation {
  pupil_id: number
  guardian_id: number
  position: number
  emergency_priority: number | null
  receives_sicknote_mail: boolean
  relationship: string
  lives_with_pupil: boolean
}

/** Links guardians to pupils; values that the list does not have get the page's defaults (domain §1.7). */
export async function insertRelations(tx: SchoolTransaction, rows: readonly NewRelation[]) {
  await nameAction(tx, 'pupil_guardian', ACTION)
  const { rows: made } = await sql<{ id: number; pupil_id: number; guardian_id: number }>`
    insert into pupil_guardian (pupil_id, guardian_id, relationship, has_custody, lives_with_pupil,
      receives_letters, receives_sicknote_mail, emergency_priority, may_pickup, position)
    select r.pupil_id, r.guardian_id, r.relationship, true, r.lives_with_pupil, true, r.receives_sicknote_mail, r.emergency_priority, true, r.position
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (pupil_id bigint, guardian_id bigint, position int, emergency_priority int, receives_sicknote_mail boolean,
        relationship text, lives_with_pupil boolean)
    on conflict (school_id, pupil_id, guardian_id) do nothing
    returning id, pupil_id, guardian_id`.execute(tx)
  return Map.groupBy(made, ({ pupil_id }) => pupil_id)
}

/** Guardians of the school with a mail address, whom siblings can share (domain §3.3). */
export const listMailGuardians = (tx: SchoolTransaction) =>
  tx
    .selectFrom('guardian')
    .select(['id', 'firstname', 'lastname', 'mail'])
    .select(sql<string>`search_name || search_contact`.as('contact'))
    .where('mail', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()

/** What each row created and changed, for the undo. */
export const saveWritten = (
  tx: SchoolTransaction,
  importId: number,
  rows: readonly { line: number; written: unknown }[],
) =>
  sql`update pupil_import_row t set written = r.written
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (line int, written jsonb)
    where t.school_id = current_school() and t.import_id = ${importId} and t.line = r.line`.execute(tx)

/** For a long transaction: it may wait for another import, and each of its statements may take long. */
export const allowLongWork = (tx: SchoolTransaction) => allowLongStatements(tx, 120)

/** Updates the statistics, so that PostgreSQL uses the indexes of tables that were nearly empty before. */
export const noteGrowth = (tx: SchoolTransaction) => sql`select analyze_small_pupil_tables()`.execute(tx)
