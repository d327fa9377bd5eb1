import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '#server/operator/run-command.ts'
import { formatKey } from '#server/secret-keys.ts'
import type { TestApp } from './test-app.ts'

/** The settings of a server on this database, with both roles, as the command line reads them. */
export const settingsOf = ({ platform, database: { connection } }: Pick<TestApp, 'platform' | 'database'>) => {
  const urlAs = (role: string) =>
    `postgres://${role}@/${connection.database}?host=${encodeURIComponent(connection.host)}`
  return {
    DATABASE_URL: urlAs('schulhof_owner'),
    DATABASE_APP_URL: urlAs('schulhof_app'),
    SECRET_KEY: platform.keys.map(formatKey).join(','),
    DATA_DIR: join(tmpdir(), 'schulhof-no-data'),
  }
}

interface Given {
  settings: NodeJS.ProcessEnv
  /** What the person types when asked; nothing: nobody is there. */
  answer?: string
  now?: Date
}

/** Types one line at the command line, in this process. */
export async function typeLine(line: readonly string[], { settings, answer, now = new Date() }: Given) {
  const said: string[] = []
  const remarks: string[] = []
  const code = await runCommand(line, {
    variables: settings,
    now: () => now,
    say: (text) => said.push(text),
    remark: (text) => remarks.push(text),
    ask: async () => answer,
  })
  return { code, said: said.join('\n'), remarks: remarks.join('\n') }
}
