import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { hashToken } from '#server/db/hash-token.ts'

/** Signs in a new head of the school without the cost of a password; returns the cookie. */
export async function signIn(superuser: pg.ClientConfig, schoolId: number, name = `bench${schoolId}`) {
  const token = randomBytes(24).toString('base64url')
  const client = new pg.Client(superuser)
  await client.connect()
  const { rows } = await client.query(
    `insert into app_user (name, email, role, school_id) values ('Bench', $1, 'schooladmin', $2) returning id`,
    [`${name}@example.org`, schoolId],
  )
  await client.query('insert into user_school (user_id, school_id) values ($1, $2)', [rows[0].id, schoolId])
  await client.query(`select start_session($1, $2, false, now() + interval '1 hour')`, [hashToken(token), rows[0].id])
  await client.end()
  return `session=${token}`
}
