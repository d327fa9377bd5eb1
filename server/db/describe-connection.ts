import pg from 'pg'

/** Names a database without account and password: `Datenbank schulhof auf db.example:5432`. */
export const describeConnection = (connectionString: string) => {
  const { database, host, port } = new pg.Client({ connectionString })
  return `Datenbank ${database} ${host.startsWith('/') ? `über ${host}` : `auf ${host}:${port}`}`
}
