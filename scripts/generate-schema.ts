import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { runTool } from './run-tool.ts'

const isVerification = process.argv.includes('--verify')

/** The types as our own connections read them: dates and instants as text, int8 as number. */
const generate = (socketFolder: string) => {
  const url = `postgres://schulhof_owner@localhost/schulhof?host=${encodeURIComponent(socketFolder)}`
  const types = ['--date-parser', 'string', '--type-mapping', '{"int8":"number","timestamptz":"string"}']
  const tables = ['--default-schema', 'public', '--exclude-pattern', 'graphile_worker.*']
  const out = ['--out-file', 'server/db/schema.generated.ts', ...(isVerification ? ['--verify'] : [])]
  const args = ['--dialect', 'postgres', '--url', url, ...types, ...tables, ...out]
  return runTool(['node_modules/kysely-codegen/dist/cli/bin.js', ...args])
}

const dataDir = mkdtempSync(join(tmpdir(), 'schulhof-schema-'))
const database = await startEmbeddedPostgres({ dataDir, flags: ['-c', 'fsync=off'] })
try {
  await migrate(database.owner)
  const { isFine, output } = await generate(database.owner.host)
  if (!isFine) {
    console.error(output)
    if (isVerification) console.error('server/db/schema.generated.ts does not fit the migrations: npm run generate')
    process.exitCode = 1
  }
} finally {
  await database.stop()
  rmSync(database.dataDir, { recursive: true })
  rmSync(dataDir, { recursive: true, force: true })
}
