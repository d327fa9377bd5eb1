import { MINUTE_MS } from '#contract/dates.ts'
import { OPENING_MINUTES, type ViewedSubject } from '#contract/viewlogs/viewlogs.kinds.ts'
import type { Pool } from '#server/db/database.ts'
import { writePageViews } from '#server/db/write-page-views.ts'
import { say } from './log.ts'

/** A page about a person, and who opened it. */
export interface OpenedPage {
  schoolId: number
  userId: number
  subject: ViewedSubject
  id: number
}

export type NotedPage = OpenedPage & { at: Date }

/** How long openings wait for others, so that one statement writes them all. */
const BATCH_MS = 500
/** The pause after a database that did not take them. */
const RETRY_MS = 5000
/** The most that wait in memory: an outage of an hour in a large school. */
const MOST_WAITING = 20_000
const MOST_REMEMBERED = 20_000

/** Which pages were opened lately: further reads within the minutes are the same opening. */
class RecentPages {
  readonly #seen = new Map<string, number>()

  isNew({ schoolId, userId, subject, id }: OpenedPage, at: number) {
    const key = `${schoolId} ${userId} ${subject} ${id}`
    const before = this.#seen.get(key)
    if (before !== undefined && Math.abs(at - before) < OPENING_MINUTES * MINUTE_MS) return false
    this.#seen.delete(key)
    this.#seen.set(key, at)
    const oldest = this.#seen.size > MOST_REMEMBERED ? this.#seen.keys().next().value : undefined
    if (oldest !== undefined) this.#seen.delete(oldest)
    return true
  }
}

/**
 * Notes who opened whose page (domain DP-22, ADR 0042). Nobody waits for it: openings are collected in memory and
 * written together, each school in one transaction. A process that is killed loses the last half second.
 */
export function openPageViews(pool: Pool) {
  const recent = new RecentPages()
  let waiting: NotedPage[] = []
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  const arm = (pause: number) => {
    timer ??= setTimeout(() => void flush(), pause).unref()
  }

  const keep = (pages: readonly NotedPage[]) => {
    const all = [...pages, ...waiting]
    waiting = all.slice(-MOST_WAITING)
    if (all.length > waiting.length)
      say(`${all.length - waiting.length} aufgerufene Seiten konnten nicht vermerkt werden.`, {
        level: 'error',
        part: 'server',
      })
  }

  const write = async () => {
    const bySchool = Map.groupBy(waiting, ({ schoolId }) => schoolId)
    waiting = []
    for (const [schoolId, pages] of bySchool) {
      await writePageViews(pool, schoolId, pages).catch(() => {
        keep(pages)
        arm(RETRY_MS)
      })
    }
  }

  /** Writes all that was opened until now. */
  async function flush() {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    await writing
  }

  return {
    /** Takes microseconds; `at` is the instant of the request. */
    note(page: OpenedPage, at: Date) {
      if (!recent.isNew(page, at.getTime())) return
      waiting.push({ ...page, at })
      arm(BATCH_MS)
    },
    flush,
    /** Writes the last ones before the process ends; what a silent database does not take is lost. */
    async stop() {
      await flush()
      clearTimeout(timer)
      timer = undefined
    },
  }
}
export type PageViews = ReturnType<typeof openPageViews>
