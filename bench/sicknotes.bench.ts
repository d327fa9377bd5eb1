import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { addDays, berlinToday, weekday } from '#contract/dates.ts'
import { publicSicknoteEndpoints } from '#contract/sicknotes/sicknotes.public.ts'
import { sicknoteEndpoints } from '#contract/sicknotes/sicknotes.ts'
import { openPool } from '#server/db/database.ts'
import { inSchool } from '#server/db/school-transaction.ts'
import { listLinks } from '#server/domains/parentlinks/parentlinks.shared.queries.ts'
import { formatKey, parseSecretRing } from '#server/secret-keys.ts'
import { startBenchDatabase } from './bench-database.ts'
import { signIn } from './bench-session.ts'
import { makeManySchools } from './many-schools.ts'
import { latencies, load, median, startChild } from './measure.ts'
import type { BenchRow } from './pupil-list.bench.ts'

const ROUNDS = 3
const LOAD = { connections: 16, seconds: 3 }
const PUPILS = 1200
const ABSENT = 60
/** Security R1: 300 notes in a quarter of an hour, 100 open pages; here fifteen minutes pass in one. */
const NOTES = 300
const OPEN_PAGES = 100
const MINUTE_MS = 60_000
/** Spec §9: every 180 s, shortened by the same factor as the quarter of an hour. */
const POLL_MS = 12_000

const keyText = () => formatKey({ id: 'bench', bytes: randomBytes(32) })
const round = (value: number) => Number(value.toPrecision(3))
const percentile = (times: number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN

/** A school day in the calendar of the benchmark, which has no holidays. */
const schoolDay = (today: string) => {
  let day = today
  while (weekday(day) > 5) day = addDays(day, 1)
  return day
}

/** Sixty of the children are absent today. */
const makeAbsent = async (superuser: pg.ClientConfig, schoolId: number, today: string) => {
  const client = new pg.Client(superuser)
  await client.connect()
  await client.query(
    `insert into pupil_sicknote (school_id, pupil_id, date_start, date_end, source, excuse_state)
     select $1, id, $2::date - 1, $2::date + (id % 4)::int, 'public_link', 'excused' from pupil where school_id = $1 and status = 'active' order by id limit $3`,
    [schoolId, today, ABSENT],
  )
  await client.end()
}

/** The links of children who are not absent yet. */
const makeLinks = async (app: pg.ClientConfig, { schoolId, key }: { schoolId: number; key: string }) => {
  const pool = openPool({ ...app, max: 2 })
  const uuids = await inSchool(pool, { userId: null, schoolId, requestId: 'bench' }, async (tx) => {
    const rows = await tx
      .selectFrom('pupil')
      .select('id')
      .where('status', '=', 'active')
      .orderBy('id', 'desc')
      .limit(NOTES)
      .execute()
    const links = await listLinks(
      tx,
      parseSecretRing(key),
      rows.map(({ id }) => id),
    )
    return [...links.values()].map(({ uuid }) => uuid)
  })
  await pool.end()
  return uuids
}

interface Morning {
  url: string
  uuids: readonly string[]
  cookies: readonly string[]
  day: string
}

const timed = async (times: number[], ask: () => Promise<Response>, isRight: (status: number) => boolean) => {
  const start = performance.now()
  const reply = await ask()
  await reply.arrayBuffer()
  times.push(performance.now() - start)
  if (!isRight(reply.status)) throw new Error(`${reply.url}: ${reply.status}`)
  return reply
}

const csrfOf = async (url: string) => {
  const reply = await fetch(`${url}/sanctum/csrf-cookie`)
  const [, token = ''] = /XSRF-TOKEN=([^;]+)/.exec(reply.headers.getSetCookie().join('; ')) ?? []
  return token
}

/** Parents report one after the other while every open page polls; a wrong answer ends the run. */
async function liveMorning({ url, uuids, cookies, day }: Morning) {
  const [reports, polls]: [number[], number[]] = [[], []]
  const stop = new AbortController()
  const page = async (cookie: string, index: number) => {
    await wait((POLL_MS * index) / cookies.length)
    let etag = ''
    while (!stop.signal.aborted) {
      const headers = { cookie, ...(etag ? { 'if-none-match': etag } : {}) }
      const ask = () => fetch(`${url}${sicknoteEndpoints.list.path}`, { headers })
      const reply = await timed(polls, ask, (status) => status === 200 || status === 304)
      etag = reply.headers.get('etag') ?? etag
      await wait(POLL_MS, undefined, { signal: stop.signal }).catch(() => {})
    }
  }
  const report = async (uuid: string) => {
    const token = await csrfOf(url)
    const headers = {
      'content-type': 'application/json',
      'x-xsrf-token': decodeURIComponent(token),
      cookie: `XSRF-TOKEN=${token}`,
      'idempotency-key': randomUUID(),
    }
    const body = JSON.stringify({ uuid, dateStart: day })
    const ask = () => fetch(`${url}${publicSicknoteEndpoints.add.path}`, { method: 'POST', headers, body })
    await timed(reports, ask, (status) => status === 201)
  }
  const pages = cookies.map(page)
  const sent = uuids.map(async (uuid, index) => {
    await wait((MINUTE_MS * index) / uuids.length)
    await report(uuid)
  })
  await Promise.all(sent)
  stop.abort()
  await Promise.all(pages)
  return { reports, polls }
}

interface Bench {
  url: string
  cookie: string
  database: Awaited<ReturnType<typeof startBenchDatabase>>
  schoolId: number
}

async function pollRow({ url, cookie }: Bench): Promise<BenchRow> {
  const empty = await startChild('empty-server.ts', {})
  const { headers } = await fetch(url, { headers: { cookie } })
  const poll = { url, cookie, etag: String(headers.get('etag')) }
  for (const target of [poll, empty]) await load(target, { ...LOAD, seconds: 2 })
  const rounds = []
  for (let i = 0; i < ROUNDS; i++) {
    const [ours, theirs] = [await load(poll, LOAD), await load(empty, LOAD)]
    rounds.push({ ratio: ours.rps / theirs.rps, shown: `${Math.round(ours.rps)}/${Math.round(theirs.rps)}` })
  }
  await empty.stop()
  const ratio = round(median(rounds.map((one) => one.ratio)))
  return {
    what: 'sick-note poll, unchanged (304)',
    against: 'an empty Fastify route',
    ratio,
    goal: '≥ 0.7',
    isMet: ratio >= 0.7,
    figures: `${rounds.map(({ shown }) => shown).join(' ')} requests/s`,
  }
}

/** With families, calendar and deadlines, compared with a page of the pupils' list. */
async function listRow({ url, cookie }: Bench): Promise<BenchRow> {
  const pupils = await latencies({ url: new URL('/api/admin/pupil?per_page=50', url).href, cookie }, 200)
  const notes = await latencies({ url, cookie }, 200)
  const ratio = round(notes / pupils)
  return {
    what: `all absences, ${ABSENT} of ${PUPILS} children away`,
    against: 'the list of 50 pupils',
    ratio,
    goal: '≤ 4',
    isMet: ratio <= 4,
    figures: `${round(notes)}/${round(pupils)} ms`,
  }
}

async function morningRow({ url, database, schoolId }: Bench, { key, day }: { key: string; day: string }) {
  const cookies = []
  for (let i = 0; i < OPEN_PAGES; i++) cookies.push(await signIn(database.superuser, schoolId, `page${i}`))
  const uuids = await makeLinks(database.app, { schoolId, key })
  const { reports, polls } = await liveMorning({ url: new URL(url).origin, uuids, cookies, day })
  const slowest = round(percentile(reports, 0.95))
  return {
    what: `${NOTES} reports and ${OPEN_PAGES} open pages, 15 minutes in one: p95 of a report`,
    against: '100 ms, and no answer that is wrong',
    ratio: round(slowest / 100),
    goal: '≤ 1',
    isMet: slowest <= 100,
    figures: `reports p50 ${round(median(reports))}, p95 ${slowest} ms; ${polls.length} polls p50 ${round(median(polls))}, p95 ${round(percentile(polls, 0.95))} ms`,
  }
}

/** The absences of a school of 1,200: the poll that changes nothing, the list, and a morning with parents and open pages. */
export async function* benchSicknotes(): AsyncGenerator<BenchRow> {
  const database = await startBenchDatabase()
  const today = berlinToday(new Date())
  const key = keyText()
  try {
    const [schoolId = 0] = await makeManySchools(database.superuser, { schools: 1, pupilsEach: PUPILS, today })
    await makeAbsent(database.superuser, schoolId, today)
    await database.settle()
    const cookie = await signIn(database.superuser, schoolId)
    const app = await startChild('app-server.ts', { BENCH_DATABASE: JSON.stringify(database.app), BENCH_KEY: key })
    const bench = { url: `${app.url}${sicknoteEndpoints.list.path}`, cookie, database, schoolId }
    yield await pollRow(bench)
    yield await listRow(bench)
    yield await morningRow(bench, { key, day: schoolDay(today) })
    await app.stop()
  } finally {
    await database.stop()
  }
}
