import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { addDays, berlinToday, weekday } from '#contract/dates.ts'
import { ANNOUNCE_TASK } from '#server/domains/registrations/mails/announce-registrations.ts'
import { REMINDER_TASK } from '#server/domains/registrations/mails/send-reminders.ts'
import { DIGEST_TASK } from '#server/domains/sicknotefeeds/send-digests.ts'
import { startMailSink } from './mail-sink.ts'
import { PASSWORD, startMorningDatabase } from './morning-database.ts'
import { openSessions } from './morning-fill.ts'
import type { MinuteLine } from './morning-generator.ts'
import {
  busySeconds,
  type Cores,
  costOf,
  playMorning,
  postgresSeconds,
  standardCores,
  startServers,
  stayOn,
} from './morning-place.ts'
import { countOf, mergeTimes, percentileOf, type Times } from './morning-times.ts'
import { PAGES_EACH } from './morning-traffic.ts'
import type { BenchRow } from './pupil-list.bench.ts'

const WHOLE_STATE = 5000
const GOAL_MS = 150
const WARM_UP_SECONDS = 15
/** More than the deeds of the warm-up. */
const FIRST_TURN = 1000

export interface MorningOptions {
  schools?: number
  /** Of the thirty minutes, so many seconds are played. */
  seconds?: number
  /** Numbers of processes, and how many times the true rates. */
  processes?: readonly number[]
  factors?: readonly number[]
  cores?: Cores
}

export const say = (line: string) => console.log(`     ${new Date().toISOString().slice(11, 19)} ${line}`)
const round = (value: number) => Number(value.toPrecision(3))

const schoolDay = (today: string) => {
  let day = today
  while (weekday(day) > 5) day = addDays(day, 1)
  return day
}

const query = async <T extends pg.QueryResultRow>(config: pg.ClientConfig, text: string) => {
  const client = new pg.Client(config)
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

/** The timed tasks that fall into these minutes go round all schools; they are begun with the measurement. */
const TIMED = [DIGEST_TASK, REMINDER_TASK, ANNOUNCE_TASK]
const BEGIN_TIMED = `select graphile_worker.add_job(task, '{}'::json) from unnest(array['${TIMED.join("', '")}']) task`
const TIMED_SECONDS = `select task || ' ' || round(seconds::numeric, 1) || ' s' as line from task_run where seconds > 1 order by 1`

/** Reports under parents' links that are in the database, and mails that wait. */
const READ_BACK = `select (select count(*)::int from pupil_sicknote where id > 1000000000 and source = 'public_link') as reports,
  (select count(*)::int from graphile_worker._private_jobs) as jobs`

const isGood = (said: string) => /: (200|201|304)$/.test(said) || said === 'report by phone: 409'
const isOrderly = (said: string) => /: (503|429) with Retry-After$/.test(said)

/** All lines of a morning as one. */
export function summed(lines: readonly MinuteLine[]) {
  const names = [...new Set(lines.flatMap(({ times }) => Object.keys(times)))]
  const byName = new Map(names.map((name) => [name, mergeTimes(lines.map(({ times }) => times[name] ?? {}))]))
  const statuses: Record<string, number> = {}
  for (const line of lines)
    for (const [said, count] of Object.entries(line.statuses)) statuses[said] = (statuses[said] ?? 0) + count
  const all: Times = mergeTimes([...byName.values()])
  const sumWhere = (matches: (said: string) => boolean) =>
    Object.entries(statuses).reduce((sum, [said, count]) => sum + (matches(said) ? count : 0), 0)
  return {
    all,
    byName,
    statuses,
    /** The answers that were not as hoped, each with its number. */
    bad: Object.entries(statuses)
      .filter(([said]) => !isGood(said))
      .map(([said, count]) => `${said} (${count})`)
      .join(', '),
    requests: countOf(all),
    refused: sumWhere(isOrderly),
    faults: sumWhere((said) => !isGood(said) && !isOrderly(said)),
    acknowledged: lines.reduce((sum, line) => sum + line.acknowledged, 0),
    ownDelay: Math.max(...lines.map(({ ownDelay }) => ownDelay)),
    p95: percentileOf(all, 0.95),
  }
}

export interface Stage {
  database: Awaited<ReturnType<typeof startMorningDatabase>>
  sink: Awaited<ReturnType<typeof startMailSink>>
  cores: Cores
  schools: number
}

/** PostgreSQL on the servers' cores, the mail server on those of the load. */
export async function withStage<T>(
  { schools = WHOLE_STATE, cores = standardCores() }: MorningOptions,
  work: (stage: Stage) => Promise<T>,
) {
  stayOn(cores.servers)
  const database = await startMorningDatabase({ schools, say })
  stayOn(cores.load)
  const sink = await startMailSink()
  try {
    return await work({ database, sink, cores, schools })
  } finally {
    sink.stop()
    await database.stop()
  }
}

/** Rounds that begin with a process: in the morning it has been running for long. */
async function endRounds(superuser: pg.ClientConfig) {
  const start = performance.now()
  const isBusy = async () => (await query(superuser, RUNNING)).length > 0
  while (await isBusy()) await wait(1000)
  say(`the rounds of the start took ${Math.round((performance.now() - start) / 1000)} s`)
}
const RUNNING = 'select id from graphile_worker._private_jobs where run_at <= now() and attempts <= 1'

/** So many processes on a fresh copy of the database, with the sessions of the open pages. */
export async function startMorning({ database, sink, cores, schools }: Stage, processes: number) {
  await database.fresh()
  await openSessions(database.superuser, { schools, pagesEach: PAGES_EACH })
  stayOn(cores.servers)
  const servers = await startServers(processes, { host: database.superuser.host, mailUrl: sink.url })
  stayOn(cores.load)
  const state = { schools, day: schoolDay(berlinToday(new Date())), password: PASSWORD }
  await endRounds(database.superuser)
  // Everything once, so that caches and plans are as warm as at 7:30.
  const factor = (schools / WHOLE_STATE) * 0.5
  await playMorning({ urls: servers.urls, state, seconds: WARM_UP_SECONDS, factor, firstTurn: 0 }, { generators: 1 })
  return { servers, state }
}

const describe = ({ byName }: ReturnType<typeof summed>) =>
  [...byName]
    .map(([name, times]) => `${name} ${round(percentileOf(times, 0.5))}/${round(percentileOf(times, 0.95))}`)
    .join(', ')

interface Run {
  processes: number
  factor: number
  seconds: number
}

async function playOnce(stage: Stage, { processes, factor, seconds }: Run): Promise<BenchRow> {
  const { servers, state } = await startMorning(stage, processes)
  const { database, cores, schools } = stage
  const read = async () =>
    (await query<{ reports: number; jobs: number }>(database.superuser, READ_BACK))[0] ?? { reports: 0, jobs: 0 }
  const spent = () => ({
    servers: servers.pids.reduce((sum, pid) => sum + costOf(pid).seconds, 0),
    postgres: postgresSeconds(database.dataDir),
    all: busySeconds(cores.servers),
  })
  await query(database.superuser, 'select pg_stat_statements_reset()')
  const [readBefore, before, mails] = [await read(), spent(), stage.sink.count()]
  await query(database.superuser, BEGIN_TIMED)
  const generators = factor >= 4 ? 2 : 1
  const lines = await playMorning(
    { urls: servers.urls, state, seconds, factor: (factor * schools) / WHOLE_STATE, firstTurn: FIRST_TURN },
    { generators },
  )
  const after = spent()
  const sum = summed(lines)
  await wait(2000)
  const { reports, jobs } = await read()
  const [ours, postgres] = [after.servers - before.servers, after.postgres - before.postgres]
  const cpu = (value: number) => round(value / seconds)
  const stored = reports - readBefore.reports
  say(`${processes} process(es), ${factor} ×: p50/p95 in ms: ${describe(sum)}`)
  say(
    Object.entries(sum.statuses)
      .map(([said, count]) => `${said} ${count}`)
      .join(', '),
  )
  say(
    `cores used: servers ${cpu(ours)}, PostgreSQL ${cpu(postgres)}, others on the same cores ${cpu(after.all - before.all - ours - postgres)}; load late by ${round(sum.ownDelay)} ms; ${stage.sink.count() - mails} mails left, ${jobs} jobs wait`,
  )
  const tasks = await query<{ line: string }>(database.superuser, TIMED_SECONDS)
  say(`rounds through all schools: ${tasks.map(({ line }) => line).join(', ')}`)
  const slowest = await query<{ line: string }>(database.superuser, SLOWEST)
  for (const { line } of slowest) say(line)
  if (sum.faults > 0) for (const output of servers.outputs()) say(output.slice(-1500))
  await servers.stop()
  return {
    what: `a Monday morning of ${schools} schools, ${factor} × its rates, ${processes} process(es): p95 of ${sum.requests} requests`,
    against: `${GOAL_MS} ms, no fault, each acknowledged report stored`,
    ratio: round(sum.p95 / GOAL_MS),
    goal: '≤ 1',
    isMet: sum.p95 <= GOAL_MS && sum.faults + sum.refused === 0 && stored === sum.acknowledged,
    figures: `p50 ${round(percentileOf(sum.all, 0.5))}, p95 ${round(sum.p95)}, p99 ${round(percentileOf(sum.all, 0.99))} ms; ${sum.faults} faults, ${sum.refused} refused with Retry-After; ${sum.acknowledged} reports acknowledged, ${stored} stored`,
  }
}

const SLOWEST = `select format('%s s in %s calls, %s ms each: %s', round(total_exec_time / 1000), calls, round(mean_exec_time::numeric, 2), left(regexp_replace(query, '\\s+', ' ', 'g'), 150)) as line
  from pg_stat_statements order by total_exec_time desc limit 12`

/** A whole federal state on two cores, at its true rates and at multiples, until it breaks. */
export async function benchMorning(options: MorningOptions = {}): Promise<BenchRow[]> {
  const { seconds = 300, processes = [1, 2], factors = [1, 2, 4] } = options
  return withStage(options, async (stage) => {
    const rows: BenchRow[] = []
    for (const count of processes)
      for (const factor of factors) rows.push(await playOnce(stage, { processes: count, factor, seconds }))
    return rows
  })
}
