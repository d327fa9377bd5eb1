import type { TestApp } from './test-app.ts'

/** Every table, those of the jobs too, in which a row of the school or of none holds the word, whatever its case. */
export async function tablesNaming(app: TestApp, schoolId: number, word: string) {
  const client = await app.database.owner.connect()
  await client.query(`select set_config('app.school_id', $1, false)`, [String(schoolId)])
  const { rows: tables } = await client.query<{ name: string }>(
    `select table_schema || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`,
  )
  if (tables.length < 50) throw new Error('The owner does not see the tables.')
  const naming: string[] = []
  for (const { name } of tables) {
    const { rows } = await client.query(`select 1 from ${name} t where t::text ilike $1 limit 1`, [`%${word}%`])
    if (rows.length > 0) naming.push(name)
  }
  client.release(true)
  return naming
}
