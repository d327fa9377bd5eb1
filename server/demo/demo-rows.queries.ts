import { type Insertable, sql } from 'kysely'
import type { Queries } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.generated.ts'
import { bindSchool, type SchoolTransaction } from '#server/db/school-transaction.ts'

/** Prepares values for a JSON array sent to PostgreSQL: bytes become hexadecimal text, other values stay. */
const toJson = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value,
    ]),
  )

const insertion = <T extends keyof DB>(table: T, rows: readonly Insertable<DB[T]>[]) => {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)))
  const json = JSON.stringify(rows.map(toJson))
  return sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`
}

/** Inserts many rows at once, all with the same columns, with a single parameter for all of them. */
export async function insertRows<T extends keyof DB>(tx: Queries, table: T, rows: readonly Insertable<DB[T]>[]) {
  if (rows.length > 0) await insertion(table, rows).execute(tx)
}

/** Like `insertRows`; returns the ids in the order of the rows. */
export async function insertWithIds<T extends keyof DB>(
  tx: Queries,
  table: T,
  rows: readonly Insertable<DB[T]>[],
): Promise<number[]> {
  if (rows.length === 0) return []
  const inserted = await sql<{ id: number }>`${insertion(table, rows)} returning id`.execute(tx)
  return inserted.rows.map(({ id }) => id)
}

/** Takes this many numbers of pupils of the bound school; answers the last one. */
export async function takePupilNumbers(tx: Queries, count: number) {
  const { rows } = await sql<{ last: number }>`select take_numbers('pupil', ${count}) as last`.execute(tx)
  return rows[0]?.last ?? 0
}

/** The parents' links of the bound school's pupils; only a database function may write them. */
export const insertPupilLinks = (tx: Queries, links: readonly { pupilId: number; hash: Buffer; sealed: Buffer }[]) =>
  sql`select set_pupil_link(l.id, l.hash, l.sealed) from unnest(
    ${links.map(({ pupilId }) => pupilId)}::bigint[],
    ${links.map(({ hash }) => hash)}::bytea[],
    ${links.map(({ sealed }) => sealed)}::bytea[]) as l (id, hash, sealed)`.execute(tx)

/** The custodians of each pupil of the bound school, in the order of the page. */
export async function listCustody(tx: Queries) {
  const { rows } = await sql<{ pupil_id: number; guardian_ids: number[] }>`
    select pupil_id, array_agg(guardian_id order by position) as guardian_ids from pupil_guardian
    where has_custody group by pupil_id order by pupil_id`.execute(tx)
  return new Map(rows.map(({ pupil_id, guardian_ids }) => [pupil_id, guardian_ids]))
}

/** A guardian with custody of each pupil who attends the bound school. */
export async function listAskingGuardians(tx: Queries) {
  const { rows } = await sql<{ pupil_id: number; guardian_id: number; name: string }>`
    select distinct on (p.id) p.id as pupil_id, g.id as guardian_id, g.firstname || ' ' || g.lastname as name
    from pupil p join pupil_guardian pg on pg.pupil_id = p.id join guardian g on g.id = pg.guardian_id
    where p.status = 'active' and pg.has_custody order by p.id, pg.position`.execute(tx)
  return rows
}

/** The mark of a demo database and its parameters: a setting of the first school. */
const MARK = 'DEMO_SCHOOL'

export interface DemoMark {
  seed: number
  /** YYYY-MM-DD */
  anchor: string
}

const stampsOn = (day: string) => ({ created_at: `${day}T00:00:00Z`, updated_at: `${day}T00:00:00Z` })

export const insertMark = (tx: SchoolTransaction, schoolId: number, mark: DemoMark) =>
  tx
    .insertInto('school_setting')
    .values({ school_id: schoolId, key: MARK, setting_value: JSON.stringify(mark), ...stampsOn(mark.anchor) })
    .execute()

/** `empty`: neither school nor account; `foreign`: in use, but no demo. */
export async function readMark(tx: Queries): Promise<DemoMark | 'empty' | 'foreign'> {
  const schools = await tx.selectFrom('school').select('id').orderBy('id').execute()
  for (const { id } of schools) {
    const inside = await bindSchool(tx, id)
    const row = await inside
      .selectFrom('school_setting')
      .select('setting_value')
      .where('key', '=', MARK)
      .executeTakeFirst()
    if (row) return row.setting_value as unknown as DemoMark
  }
  const user = await tx.selectFrom('app_user').select('id').limit(1).executeTakeFirst()
  return schools.length === 0 && !user ? 'empty' : 'foreign'
}
