import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isIsoDay } from '#contract/dates.ts'
import { type Env, readEnv } from '#server/env.ts'
import { StartError } from '#server/start-error.ts'

const DEMO_USAGE = 'npm run demo -- --anchor 2026-11-20 --port 3000 --data ./data/demo'

export class DemoOptionsError extends StartError {
  constructor(message: string) {
    super(`${message}\nSo geht es, jede Angabe kann fehlen:\n  ${DEMO_USAGE}`)
    this.name = 'DemoOptionsError'
  }
}

const OPTIONS = { anchor: { type: 'string' }, port: { type: 'string' }, data: { type: 'string' } } as const

const parse = (args: string[]) => {
  try {
    return parseArgs({ args, options: OPTIONS }).values
  } catch {
    throw new DemoOptionsError('Diese Angaben kennt die Demo nicht.')
  }
}

/** Settings that would connect the demo to the real school: its database, its mail server, its keys, its backups. */
const NOT_FOR_THE_DEMO = ['DATABASE_URL', 'DATABASE_APP_URL', 'SMTP_URL', 'IMAP_URL', 'SECRET_KEY', 'BACKUP_DIR']

/**
 * The options of `npm run demo`. The data folder is next to that of `npm start`, and the demo never touches the
 * database, mail server, keys and backups of the latter: its own backups and journal of erasures lie in its own folder. `anchor` is undefined when no day was requested.
 */
export const readDemoOptions = (
  args: string[],
  source: NodeJS.ProcessEnv,
): { env: Env; anchor: string | undefined } => {
  const { anchor, port, data } = parse(args)
  if (anchor !== undefined && !isIsoDay(anchor))
    throw new DemoOptionsError('--anchor erwartet einen Tag wie 2026-11-20.')
  if (port !== undefined && !/^\d{1,5}$/.test(port)) throw new DemoOptionsError('--port erwartet eine Zahl.')
  const allowed = Object.entries(source).filter(([name]) => !NOT_FOR_THE_DEMO.includes(name))
  const given = {
    LOG_LEVEL: 'warn',
    ...Object.fromEntries(allowed.filter(([, value]) => value !== '')),
    ...(port === undefined ? {} : { PORT: port }),
  }
  const DATA_DIR = data === undefined ? `${readEnv(given).DATA_DIR}-demo` : resolve(data)
  return { env: readEnv({ ...given, DATA_DIR }), anchor }
}
