import pg from 'pg'
import { inject } from 'vitest'
import { fillDemo } from '#server/demo/demo-school.ts'
import { startTestApp } from './test-app.ts'

/** Row-level security hides the other school from every other connection. */
export const lookInside = async (database: string) => {
  const client = new pg.Client({ host: inject('postgresHost'), user: inject('superuser'), database })
  await client.connect()
  return client
}

/** The server on the demo school of a day, and a way to read all of its rows. */
export async function startFilledDemo(anchor: string) {
  const app = await startTestApp()
  await fillDemo({ pool: app.platform.pool, keys: app.platform.keys, anchor })
  const everything = await lookInside(app.database.connection.database)
  return {
    app,
    rowsOf: async <T extends object>(sql: string) => (await everything.query<T>(sql)).rows,
    async stop() {
      await everything.end()
      await app.stop()
    },
  }
}
