import { berlinToday } from '#contract/dates.ts'
import type { LogEntry } from '#contract/userlog/userlog.ts'
import { actionText, actorName } from '#contract/userlog/userlog-labels.ts'

/** One line of the list: an entry, or several in a row that say the same. */
export interface LogLine extends LogEntry {
  key: string
  /** All entries of the line; for a single one that is the entry itself. */
  entries: readonly LogEntry[]
  /** The line is one of a group that is unfolded above it. */
  isInside: boolean
}

/** Two equal lines are read as fast as their sum. */
const LEAST = 3

/** The same twice within a minute, such as a sign-in on two devices, is one thing. */
const isOneThing = ([first, ...others]: readonly LogEntry[]) =>
  others.every(
    ({ entity_id, created_at }) =>
      entity_id === first?.entity_id && created_at.slice(0, MINUTE) === first.created_at.slice(0, MINUTE),
  )

/** „2026-11-20T22:50“ */
const MINUTE = 16

/** What the line says, without its object: the same person did the same to the same kind of object on the same day. */
const sayingOf = (entry: LogEntry) =>
  [
    ...[entry.user_id, actorName(entry), entry.role, actionText(entry), entry.entity_type, entry.result],
    berlinToday(new Date(entry.created_at)),
  ].join('\n')

const lineOf = (entries: readonly LogEntry[], more: Pick<LogLine, 'key' | 'isInside'>): LogLine[] => {
  const [first] = entries
  return first ? [{ ...first, ...more, entries }] : []
}

const single = (entry: LogEntry, isInside = false) => lineOf([entry], { key: String(entry.id), isInside })

/** Neighbours that say the same. */
const runsOf = (rows: readonly LogEntry[]) => {
  const runs: LogEntry[][] = []
  for (const row of rows) {
    const run = runs.at(-1)
    if (run?.[0] && sayingOf(run[0]) === sayingOf(row)) run.push(row)
    else runs.push([row])
  }
  return runs
}

/** The page's entries as lines; an unfolded group is followed by its entries. */
export const logLines = (rows: readonly LogEntry[], unfolded: ReadonlySet<string>): LogLine[] =>
  runsOf(rows).flatMap((run) => {
    if (run.length < 2 || (run.length < LEAST && !isOneThing(run))) return run.flatMap((entry) => single(entry))
    const key = `group ${run[0]?.id}`
    const inside = unfolded.has(key) ? run.flatMap((entry) => single(entry, true)) : []
    return [...lineOf(run, { key, isInside: false }), ...inside]
  })

/** Each entry on a line of its own: paper has nothing to unfold. */
export const plainLines = (rows: readonly LogEntry[]) => rows.flatMap((entry) => single(entry))
