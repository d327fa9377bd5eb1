import { insideSchool } from './factories.ts'
import type { TestApp } from './test-app.ts'

interface Written {
  at?: string
  action?: string
  type?: string
  id?: number | null
  name?: string | null
  user?: number | null
  result?: string
  /** Null: the system itself. */
  net?: string | null
}

/** Inserts rows as if written at that time; all other rows are stamped by the database's own clock. */
export async function writeLog({ database }: TestApp, school: number | null, rows: Written[]) {
  const client = await database.owner.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.school_id', $1, true)`, [String(school ?? '')])
    for (const {
      at = '2026-11-20T06:00:00Z',
      action = 'login',
      type = 'user',
      id = 1,
      net = '192.0.2.0/24',
      ...who
    } of rows) {
      await client.query(
        `insert into user_log (school_id, created_at, user_id, user_name, role, action, entity_type, entity_id, result, request_id, ip_trunc)
         values ($1, $2, $3, $4, 'schooladmin', $5, $6, $7, $8, gen_random_uuid()::text, $9)`,
        [school, at, who.user ?? null, who.name ?? null, action, type, id, who.result ?? 'ok', net],
      )
    }
    await client.query('commit')
  } finally {
    client.release()
  }
}

export const emptyLog = ({ database }: TestApp) => database.owner.query('truncate user_log')

/** The refusals of this account in a school's log, oldest first. */
export const deniedBy = (app: TestApp, schoolId: number, userId: number) =>
  insideSchool(app, schoolId, (tx) =>
    tx
      .selectFrom('user_log')
      .select(['action', 'entity_type', 'entity_id', 'result'])
      .where('user_id', '=', userId)
      .where('result', '=', 'denied')
      .orderBy('id')
      .execute(),
  )
