import type { Env } from '#server/env.ts'
import type { Connection } from './database.ts'

/** The two connections to one database: the owner migrates and works on jobs, the application serves requests. */
export interface Connections {
  owner: Connection
  app: Connection
}

/** The connections to a PostgreSQL of the operator's own. */
export const connectionsTo = ({
  DATABASE_URL,
  DATABASE_APP_URL,
}: Pick<Env, 'DATABASE_APP_URL'> & { DATABASE_URL: string }): Connections => ({
  owner: { connectionString: DATABASE_URL },
  app: DATABASE_APP_URL
    ? { connectionString: DATABASE_APP_URL }
    : // Without a separate connection for the application, the owner's connection switches to the app's role; a separate one is safer.
      { connectionString: DATABASE_URL, options: '-c role=schulhof_app' },
})
