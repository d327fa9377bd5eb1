import { MINUTE_MS } from '#contract/dates.ts'
import type { Platform } from '#server/http/platform.ts'
import type { JobLog } from '#server/jobs/run-task.ts'
import { checkAlarms } from './check-alarms.ts'

/** The first look, when the jobs of the start are done. */
const FIRST_MS = 10_000

/**
 * Looks every minute whether something must be done. It is no job, because it must also see that jobs do not run, and that
 * the disk of this machine is full. A failed look is only logged: while the database is away, everything else says so.
 */
export function startWatching(
  { pool, keys, state, now }: Pick<Platform, 'pool' | 'keys' | 'state' | 'now'>,
  log: JobLog,
) {
  let looking: Promise<void> | undefined
  const look = async () => {
    try {
      await checkAlarms({ pool, keys, facts: await state.read(), now: now(), log })
    } catch (error) {
      log.warn({ part: 'watch', err: error }, 'the state could not be read')
    }
  }
  const lookOnce = () => {
    looking ??= look().finally(() => {
      looking = undefined
    })
  }
  const first = setTimeout(lookOnce, FIRST_MS).unref()
  const timer = setInterval(lookOnce, MINUTE_MS).unref()
  return {
    async stop() {
      clearTimeout(first)
      clearInterval(timer)
      await looking
    },
  }
}
