import type pg from 'pg'
import type { DatabaseFacts, RunningProcess } from '#contract/systemstates/systemstates.facts.ts'
import { parseProcessName } from './process-name.ts'

interface StoredState extends DatabaseFacts {
  processes: string[]
}

const toInstant = (text: string) => new Date(text).toISOString()
const toInstantOrNull = (text: string | null) => text && toInstant(text)

/** PostgreSQL writes instants inside JSON with its offset and microseconds. */
const withInstants = ({ mails, jobs, tasks, ...state }: DatabaseFacts): DatabaseFacts => ({
  ...state,
  at: toInstant(state.at),
  installed_at: toInstant(state.installed_at),
  mails: {
    waiting: mails.waiting,
    since: toInstantOrNull(mails.since),
    held_since: toInstantOrNull(mails.held_since),
    left_at: toInstantOrNull(mails.left_at),
  },
  jobs: {
    waiting: jobs.waiting,
    due_since: toInstantOrNull(jobs.due_since),
    failed: jobs.failed.map((one) => ({ ...one, since: toInstant(one.since), tried_at: toInstant(one.tried_at) })),
  },
  tasks: tasks.map((one) => ({
    ...one,
    finished_at: toInstantOrNull(one.finished_at),
    failed_at: toInstantOrNull(one.failed_at),
  })),
})

/** A connection, or a pool of them: the application's, or the owner's of a command. */
export type Asked = Pick<pg.ClientBase, 'query'>

/** Everything that the database knows about the installation, in one statement of a few milliseconds. */
export async function readDatabaseState(
  connection: Asked,
): Promise<{ database: DatabaseFacts; processes: RunningProcess[] }> {
  const { rows } = await connection.query<{ state: StoredState }>({
    name: 'system state',
    text: 'select system_state() as state',
  })
  if (!rows[0]) throw new Error('system_state() returned no row.')
  const { processes, ...database } = rows[0].state
  return { database: withInstants(database), processes: processes.flatMap((name) => parseProcessName(name) ?? []) }
}
