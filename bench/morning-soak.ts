import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { median } from './measure.ts'
import { type MorningOptions, type Stage, say, startMorning, summed, withStage } from './morning.bench.ts'
import type { MinuteLine } from './morning-generator.ts'
import { anonymousMegabytes, costOf, playMorning, postgresPids } from './morning-place.ts'
import { percentileOf } from './morning-times.ts'
import type { BenchRow } from './pupil-list.bench.ts'

const SAMPLE_MS = 10_000
const MINUTE_MS = 60_000
/** Memory and times are compared from here on: caches, plans and heaps have their size by then. */
const SETTLED_SHARE = 1 / 3
const MOST_GROWTH = 0.05
/** A minute's p95 may be so many times that of the middle minute. */
const MOST_SPREAD = 2
/** Growth below this is no growth: a page or two of PostgreSQL for each index. */
const SMALL_BYTES = 1_000_000
const SMALL_ROWS = 100
const FIRST_TURN = 1000
const WHOLE_STATE = 5000

/** Tables that become longer with every morning, and until when; nothing else may grow. */
const LASTING: Record<string, string> = {
  pupil_sicknote: 'the reports themselves, deleted after the school year',
  user_log: 'who did what, deleted after its time',
  mail_log: 'each mail to parents, deleted after its time',
  idempotency: 'answers that are repeated for 48 hours',
  session: 'sign-ins, deleted when they end',
  rate_limit: 'counters, deleted when their time is over',
  view_log: 'who opened whose page, deleted after its time',
  view_log_record: 'the same, by record',
}

interface TableState {
  name: string
  /** Since the start of the statistics: what was inserted and not deleted. */
  rows: number
  bytes: number
}

const TABLES = `select case schemaname when 'public' then '' else schemaname || '.' end || relname as name, (n_tup_ins - n_tup_del)::float8 as rows,
  pg_total_relation_size(relid)::float8 as bytes from pg_stat_user_tables`

const readTables = async (superuser: pg.ClientConfig) => {
  const client = new pg.Client(superuser)
  await client.connect()
  const { rows } = await client.query<TableState>(TABLES)
  await client.end()
  return new Map(rows.map((row) => [row.name, row]))
}

/** Every file below a folder, with its size; PostgreSQL's own tables and its log of changes have limits of their own. */
const readFiles = (folder: string): Map<string, number> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !/\/(base|pg_wal|pg_stat_tmp)\//.test(path))
      .map((path): [string, number] => [path, statSync(path, { throwIfNoEntry: false })?.size ?? 0]),
  )

interface Watched extends Pick<Stage, 'database'> {
  servers: Awaited<ReturnType<typeof startMorning>>['servers']
}

interface Sample {
  servers: number[]
  postgres: number
  files: number
}

const grownTables = (before: Map<string, TableState>, after: Map<string, TableState>) =>
  [...after.values()].flatMap(({ name, rows, bytes }) => {
    const { rows: rowsBefore = 0, bytes: bytesBefore = 0 } = before.get(name) ?? {}
    const [moreRows, moreBytes] = [rows - rowsBefore, bytes - bytesBefore]
    const isGrown = moreRows > SMALL_ROWS || moreBytes > SMALL_BYTES
    return isGrown ? [{ name, moreRows, moreBytes, isLasting: name in LASTING }] : []
  })

const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length
const round = (value: number) => Number(value.toPrecision(3))
const percent = (share: number) => `${round(share * 100)} %`

/** How much larger the last tenth is than the tenth after settling; 0.05 is five in a hundred. */
const growth = (values: readonly number[]) => {
  const tenth = Math.max(1, Math.floor(values.length / 10))
  const settled = Math.floor(values.length * SETTLED_SHARE)
  return mean(values.slice(-tenth)) / mean(values.slice(settled, settled + tenth)) - 1
}

/** Minutes by minute: what the open pages felt. */
function listenByMinute() {
  const p95s: number[] = []
  const lines: MinuteLine[] = []
  return {
    p95s,
    lines,
    hear(line: MinuteLine) {
      lines.push(line)
      const { p95, requests, faults, refused, byName, ownDelay, bad } = summed([line])
      if (requests === 0) return
      p95s.push(p95)
      const report = percentileOf(byName.get('report by parents') ?? {}, 0.95)
      say(
        `minute ${line.minute}: ${requests} requests, p95 ${round(p95)} ms, reports ${round(report)} ms, ${faults} faults, ${refused} refused, load late by ${round(ownDelay)} ms${bad ? `; ${bad}` : ''}`,
      )
    },
  }
}

/** Looks at memory every ten seconds, and at tables and files when everything has settled and at the end. */
function watchGrowth({ database, servers }: Watched, minutes: number) {
  const samples: Sample[] = []
  const sample = () =>
    samples.push({
      servers: servers.pids.map((pid) => costOf(pid).megabytes),
      postgres: postgresPids(database.dataDir).reduce((sum, pid) => sum + anonymousMegabytes(pid), 0),
      files: servers.pids.reduce((sum, pid) => sum + costOf(pid).files, 0),
    })
  const look = async () => ({
    tables: await readTables(database.superuser),
    files: new Map([...readFiles(database.dataDir), ...readFiles(servers.dataDir)]),
  })
  let settled = look()
  const settling = setTimeout(
    () => {
      settled = look()
    },
    minutes * MINUTE_MS * SETTLED_SHARE,
  )
  const sampling = setInterval(sample, SAMPLE_MS)
  return async () => {
    clearInterval(sampling)
    clearTimeout(settling)
    sample()
    const [before, after] = [await settled, await look()]
    const files = [...after.files].filter(([path, size]) => size - (before.files.get(path) ?? 0) > SMALL_BYTES)
    return { samples, tables: grownTables(before.tables, after.tables), files }
  }
}

type Growth = Awaited<ReturnType<ReturnType<typeof watchGrowth>>>

function memoryRow(what: string, { samples }: Growth): BenchRow {
  const servers = samples[0]?.servers ?? []
  const changes = servers.map((_, index) => growth(samples.map((one) => one.servers[index] ?? Number.NaN)))
  const postgres = growth(samples.map((one) => one.postgres))
  const worst = Math.max(...changes.map(Math.abs), Math.abs(postgres))
  const [first, last] = [samples[0], samples.at(-1)]
  const megabytes = last?.servers.map(Math.round).join(', ')
  return {
    what: `${what}: change of memory after settling`,
    against: `± ${percent(MOST_GROWTH)}`,
    ratio: round(worst / MOST_GROWTH),
    goal: '≤ 1',
    isMet: worst <= MOST_GROWTH,
    figures: `servers ${changes.map(percent).join(', ')} (${megabytes} MB), PostgreSQL without shared memory ${percent(postgres)} (${Math.round(last?.postgres ?? 0)} MB), ${last?.files} open files (${first?.files} at first)`,
  }
}

function growthRow(what: string, { tables, files }: Growth): BenchRow {
  const unexpected = tables.filter(({ isLasting }) => !isLasting)
  return {
    what: `${what}: tables and files that grow, but for ${tables.length - unexpected.length} that keep what happened`,
    against: 'none',
    ratio: unexpected.length + files.length,
    goal: '0',
    isMet: unexpected.length + files.length === 0,
    figures: [...unexpected.map(({ name }) => name), ...files.map(([path]) => path)].join(', ') || 'nothing grew',
  }
}

function steadyRow(what: string, { p95s, lines }: Pick<ReturnType<typeof listenByMinute>, 'p95s' | 'lines'>): BenchRow {
  const { requests, faults, refused, acknowledged } = summed(lines)
  const settled = p95s.slice(Math.floor(p95s.length * SETTLED_SHARE))
  const middle = median(settled)
  const [best, worst] = [Math.min(...settled), Math.max(...settled)]
  return {
    what: `${what}: p95 of the worst minute after settling, of ${requests} requests`,
    against: 'the middle minute',
    ratio: round(worst / middle),
    goal: `≤ ${MOST_SPREAD}`,
    isMet: worst / middle <= MOST_SPREAD && faults + refused === 0,
    figures: `p95 by minute ${round(best)} to ${round(worst)} ms, the middle ${round(middle)} ms, before settling at most ${round(Math.max(...p95s))} ms; ${faults} faults, ${refused} refused; ${acknowledged} reports`,
  }
}

async function soak(stage: Stage, processes: number, minutes: number): Promise<BenchRow[]> {
  const { servers, state } = await startMorning(stage, processes)
  const endGrowth = watchGrowth({ database: stage.database, servers }, minutes)
  const { hear, ...heard } = listenByMinute()
  const factor = stage.schools / WHOLE_STATE
  await playMorning(
    { urls: servers.urls, state, seconds: minutes * 60, factor, firstTurn: FIRST_TURN },
    { generators: 1, hear },
  )
  const grown = await endGrowth()
  await servers.stop()
  for (const { name, moreRows, moreBytes, isLasting } of grown.tables)
    say(`${name}: ${moreRows} rows, ${round(moreBytes / 1e6)} MB more${isLasting ? ` (${LASTING[name]})` : ''}`)
  for (const [path, size] of grown.files) say(`${path}: ${round(size / 1e6)} MB`)
  const what = `a soak of ${minutes} minutes at the morning's rate, ${processes} processes`
  return [memoryRow(what, grown), growthRow(what, grown), steadyRow(what, heard)]
}

/** The morning goes on for so many minutes: what becomes larger, and what becomes slower? */
export const soakMorning = (minutes: number, options: MorningOptions = {}) =>
  withStage(options, (stage) => soak(stage, options.processes?.[0] ?? 2, minutes))
