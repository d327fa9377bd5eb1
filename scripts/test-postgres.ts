import { parseArgs } from 'node:util'
import { startThrowawayPostgres } from '#server/test/throwaway-postgres.ts'
import { endToolsWithUs, runTool } from './run-tool.ts'

const HELP = `npm run test:postgres -- FOLDER [FILES OF TESTS …]

Runs the server's tests against another PostgreSQL: FOLDER has its bin/postgres, bin/initdb and bin/pg_ctl, such as
/usr/lib/postgresql/15. A throw-away database is made from it, used through TEST_DATABASE_URL, and deleted.`

const { positionals, values } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } })
const [programs, ...files] = positionals
if (!programs || values.help) {
  console.log(HELP)
  process.exit(values.help ? 0 : 2)
}

endToolsWithUs()
const postgres = startThrowawayPostgres(programs)
process.on('exit', postgres.stop)
console.log(postgres.version)
process.env.TEST_DATABASE_URL = `postgres://postgres@/postgres?host=${encodeURIComponent(postgres.host)}`
const { isFine } = await runTool(['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', ...files], 'stream')
if (!isFine) process.exitCode = 1
