import { berlinToday } from '#contract/dates.ts'
import { namesEmergency } from '#contract/userlog/userlog.emergency.ts'
import type { LogEntry } from '#contract/userlog/userlog.ts'
import { actionText, actorName, hasOwnSentence } from '#contract/userlog/userlog-labels.ts'

/** One line of the list: an act with what one call did besides, or several acts in a row that say the same. */
export interface LogLine extends LogEntry {
  key: string
  /** The entries that the line's sentence is about; mostly one. */
  entries: readonly LogEntry[]
  /** What the same call wrote besides, such as the contacts of an application that was taken over. */
  steps: readonly LogEntry[]
  /** The line is one of a group that is unfolded above it. */
  isInside: boolean
  /** False for a line inside a group of one minute: the group already shows the time. */
  hasOwnTime: boolean
}

/** Entries of one call: those of the act it was made for, and the rest. */
type Act = Pick<LogLine, 'entries' | 'steps'>

/** Two equal lines are read as fast as their sum. */
const LEAST = 3

/** „2026-11-20T22:50“ */
const MINUTE = 16

const isOneMinute = ([first, ...others]: readonly LogEntry[]) =>
  others.every(({ created_at }) => created_at.slice(0, MINUTE) === first?.created_at.slice(0, MINUTE))

/** The same twice within a minute, such as a sign-in on two devices, is one thing. */
const isOneThing = (rows: readonly LogEntry[]) =>
  isOneMinute(rows) && rows.every(({ entity_id }) => entity_id === rows[0]?.entity_id)

/** What the line says, without its object: the same person did the same to the same kind of object on the same day. */
const sayingOf = (entry: LogEntry) =>
  [
    ...[entry.user_id, actorName(entry), entry.role, actionText(entry), entry.entity_type, entry.result],
    berlinToday(new Date(entry.created_at)),
  ].join('\n')

/** What people work with; other rows belong to one of these. */
const MAIN_KINDS = ['registration', 'pupil', 'employee', 'schoolclass', 'user']

/** An act with words of its own says more than a changed row, and a child more than a contact of the child. */
const rankOf = ({ action, entity_type }: LogEntry) => {
  const kind = MAIN_KINDS.indexOf(entity_type)
  return (hasOwnSentence(action) ? 0 : MAIN_KINDS.length + 1) + (kind < 0 ? MAIN_KINDS.length : kind)
}

/** The contacts come and go with their application, whose line says it; a demand names its emergency account. */
const comesWithOther = ({ action }: LogEntry, rows: readonly LogEntry[]) => {
  if (action === 'emergency_chosen') return rows.some(({ changed_fields }) => namesEmergency(changed_fields))
  const verb = /^registration_contact_(created|deleted)$/.exec(action)?.[1]
  return verb !== undefined && rows.some((row) => row.action === `registration_${verb}`)
}

const actOf = (rows: readonly LogEntry[]): Act => {
  const own = rows.filter((row) => !comesWithOther(row, rows))
  const main = own.reduce((best, row) => (rankOf(row) < rankOf(best) ? row : best))
  const saying = sayingOf(main)
  const isMain = (row: LogEntry) => sayingOf(row) === saying
  return { entries: own.filter(isMain), steps: own.filter((row) => !isMain(row)) }
}

/** The acts of a page; each stands where its newest entry stands. */
const actsOf = (rows: readonly LogEntry[]) => {
  const calls = new Map<string, LogEntry[]>()
  for (const row of rows) {
    // What was refused stays in sight.
    const call = row.request_id && row.result === 'ok' ? row.request_id : `entry ${row.id}`
    const known = calls.get(call)
    if (known) known.push(row)
    else calls.set(call, [row])
  }
  return [...calls.values()].map(actOf)
}

/** Papers and dates that are entered on the way to something else. */
const isOnTheWay = ({ action }: LogEntry) => action === 'registration_place_changed' || !hasOwnSentence(action)

/** How long somebody may take for what is one act to a reader: „übernommen“ with the papers ticked for it. */
const SITTING_MS = 5 * 60_000

/** Who did something to which record; undefined: it was no single record, or not done. */
const sittingOf = ([first, ...others]: readonly LogEntry[]) => {
  if (!first || others.length > 0 || first.result !== 'ok' || first.user_id === null) return undefined
  const { type, id } = first.entity_owner ?? { type: first.entity_type, id: first.entity_id }
  return type === 'registration' ? `${first.user_id} ${id}` : undefined
}

const isSameSitting = (last: Act, before: Act) => {
  const [sitting, [first], [other]] = [sittingOf(last.entries), last.entries, before.entries]
  if (!sitting || !first || !other || sitting !== sittingOf(before.entries)) return false
  const passed = Date.parse(first.created_at) - Date.parse(other.created_at)
  return isOnTheWay(other) && passed >= 0 && passed <= SITTING_MS
}

/** The acts, with what was entered just before one of them as its steps. */
const sittingsOf = (acts: readonly Act[]) => {
  const found: Act[] = []
  for (const act of acts) {
    const last = found.at(-1)
    if (last?.entries[0] && !isOnTheWay(last.entries[0]) && isSameSitting(last, act))
      found[found.length - 1] = { entries: last.entries, steps: [...last.steps, ...act.entries, ...act.steps] }
    else found.push(act)
  }
  return found
}

const lineOf = ({ entries, steps }: Act, more: Pick<LogLine, 'key' | 'isInside' | 'hasOwnTime'>): LogLine[] => {
  const [first] = entries
  return first ? [{ ...first, ...more, entries, steps }] : []
}

const single = (entry: LogEntry, { isInside = false, hasOwnTime = true } = {}) =>
  lineOf({ entries: [entry], steps: [] }, { key: String(entry.id), isInside, hasOwnTime })

/** Neighbours that say the same. */
const runsOf = (acts: readonly Act[]) => {
  const runs: Act[][] = []
  const saying = (run: readonly Act[] | undefined) => run?.[0]?.entries[0] && sayingOf(run[0].entries[0])
  for (const act of acts) {
    const run = runs.at(-1)
    if (run && saying(run) === saying([act])) run.push(act)
    else runs.push([act])
  }
  return runs
}

const joined = (acts: readonly Act[]): Act => ({
  entries: acts.flatMap(({ entries }) => entries),
  steps: acts.flatMap(({ steps }) => steps),
})

/** The line of an act or of a run of them; unfolded, it is followed by what it does not name itself. */
const groupOf = (act: Act, unfolded: ReadonlySet<string>): LogLine[] => {
  const { entries, steps } = act
  const [first] = entries
  if (!first) return []
  if (entries.length + steps.length === 1) return single(first)
  const key = `group ${first.id}`
  const inside = entries.length === 1 ? steps : [...entries, ...steps]
  const hasOwnTime = !isOneMinute([...entries, ...steps])
  return [
    ...lineOf(act, { key, isInside: false, hasOwnTime: true }),
    ...(unfolded.has(key) ? inside.flatMap((entry) => single(entry, { isInside: true, hasOwnTime })) : []),
  ]
}

/** The page's entries as lines; an unfolded group is followed by its entries. */
export const logLines = (rows: readonly LogEntry[], unfolded: ReadonlySet<string>): LogLine[] =>
  runsOf(sittingsOf(actsOf(rows))).flatMap((run) => {
    const isGroup = run.length >= LEAST || isOneThing(joined(run).entries)
    return (isGroup ? [joined(run)] : run).flatMap((act) => groupOf(act, unfolded))
  })

/** Each entry on a line of its own: paper has nothing to unfold. */
export const plainLines = (rows: readonly LogEntry[]) => rows.flatMap((entry) => single(entry))
