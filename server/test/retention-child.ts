import { openPool } from '#server/db/database.ts'
import { runRetention } from '#server/domains/retentions/run-retention.ts'

// A process of its own that runs one night, so that a test can kill it. Arguments: the connection as JSON, and the day.
const [connection = '{}', day = ''] = process.argv.slice(2)
const pool = openPool({ ...JSON.parse(connection), user: 'schulhof_app' })
await runRetention({ pool, now: () => new Date(`${day}T03:00:00+01:00`) })({})
await pool.end()
