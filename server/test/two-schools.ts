import { makeSchool, makeUser } from './factories.ts'
import { startTestApp } from './test-app.ts'

/** Two schools, and the head of the first, signed in. */
export async function openTwoSchools() {
  const app = await startTestApp()
  const fsw = await makeSchool(app, 'fsw')
  const fow = await makeSchool(app, 'fow')
  const { id } = await makeUser(app, { role: 'schooladmin', schools: [fsw] })
  const head = await app.signedIn(id)
  const { rows } = await app.database.pool.query('select name from app_user where id = $1', [id])
  return { app, fsw, fow, head, headName: rows[0].name as string }
}
