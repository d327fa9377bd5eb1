import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { circularEndpoints } from '#contract/circulars/circulars.ts'
import { berlinToday } from '#contract/dates.ts'
import { openOwnerPool, openPool } from '#server/db/database.ts'
import { circularMails } from '#server/domains/circulars/circular-mail.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { schoolMailbox } from '#server/mail/school-mailbox.ts'
import { sendMail } from '#server/mail/send-mail.ts'
import { openTransport } from '#server/mail/transport.ts'
import { startBenchDatabase } from './bench-database.ts'
import { signIn } from './bench-session.ts'
import { startMailSink } from './mail-sink.ts'
import { makeManySchools } from './many-schools.ts'
import { startChild } from './measure.ts'
import type { BenchRow } from './pupil-list.bench.ts'

/** One pupil of forty has left, so this is a little over 2,000 readers. */
const PUPILS = 2100
const LEAST_READERS = 2000
/** Issue on bounces: seconds until all are queued, composed and handed over, and milliseconds for a page meanwhile. */
const MOST_SECONDS = 10
const PAGE_MS = 150
const PAUSE_MS = 50
const PAGE = '/api/admin/pupil?per_page=50'

type BenchDatabase = Awaited<ReturnType<typeof startBenchDatabase>>

const key = `bench:${randomBytes(32).toString('base64url')}`
const round = (value: number) => Number(value.toPrecision(3))
const percentile95 = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN

const row = (what: string, measured: { value: number; most: number; unit: string; more: string }): BenchRow => {
  const { value, most, unit, more } = measured
  const ratio = value / most
  return {
    what,
    against: 'its limit',
    ratio: round(ratio),
    goal: '≤ 1',
    isMet: ratio <= 1,
    figures: `${round(value)} of ${most} ${unit}${more}`,
  }
}

/** The addresses count as entered by the school; imports that nobody confirmed would be left out. */
async function confirmAddresses(superuser: pg.ClientConfig) {
  const client = new pg.Client(superuser)
  await client.connect()
  await client.query(`update guardian set mail_origin = 'school'`)
  await client.end()
}

/** Calls as a browser of a head, with the token against forged requests. */
async function openHead(url: string, session: string) {
  const reply = await fetch(`${url}/sanctum/csrf-cookie`, { headers: { cookie: session } })
  const [pair = ''] = reply.headers
    .getSetCookie()
    .flatMap((one) => (one.startsWith('XSRF-TOKEN=') ? [one.split(';')[0]] : []))
  const cookie = `${session}; ${pair}`
  const token = decodeURIComponent(pair?.split('=')[1] ?? '')
  return {
    cookie,
    async post(path: string, body: object) {
      const headers = {
        cookie,
        'content-type': 'application/json',
        'x-xsrf-token': token,
        'idempotency-key': randomUUID(),
      }
      const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return await answer.json()
    },
  }
}

/** Asks for the page again and again until `stop`; returns how long each answer took. */
function watchPage(url: string, cookie: string) {
  const times: number[] = []
  let isOver = false
  const run = async () => {
    while (!isOver) {
      const begin = performance.now()
      const reply = await fetch(url + PAGE, { headers: { cookie } })
      await reply.arrayBuffer()
      if (!reply.ok) throw new Error(`${PAGE}: ${reply.status}`)
      times.push(performance.now() - begin)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
  const running = run()
  return {
    async stop() {
      isOver = true
      await running
      return times
    },
  }
}

/** The outbox of the benchmark: everything that the worker composes goes to a mail server that keeps nothing. */
async function startOutbox(database: BenchDatabase) {
  const sink = await startMailSink()
  const transport = openTransport(sink.url, 'schulhof@example.org')
  const [pool, ownerPool] = [openPool({ ...database.app, max: 6 }), openOwnerPool(database.owner)]
  const sender = { transport, host: 'bench.example', now: () => new Date() }
  const worker = await startWorker({
    ownerPool,
    tasks: { send_mail: sendMail(sender, schoolMailbox(pool, circularMails)) },
  })
  return {
    /** Waits until so many have left. */
    async untilSent(count: number) {
      while (sink.count() < count) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    },
    async stop() {
      await worker.stop()
      transport.close()
      sink.stop()
      await Promise.all([pool.end(), ownerPool.end()])
    },
  }
}

const AUDIENCE = { is_whole_school: true, class_ids: [] }
const TEXT = { subject: 'Wandertag', body: '{Anrede},\n\nmorgen wandern wir mit {Kinder} ({Klassen}).' }

async function* measure(database: BenchDatabase, { url, session }: { url: string; session: string }) {
  const head = await openHead(url, session)
  const { readers } = (await head.post(circularEndpoints.plan.path, AUDIENCE)) as { readers: unknown[] }
  if (readers.length < LEAST_READERS) throw new Error(`Only ${readers.length} readers.`)
  const outbox = await startOutbox(database)
  const page = watchPage(url, head.cookie)
  const begin = performance.now()
  const seconds = () => (performance.now() - begin) / 1000
  await head.post(circularEndpoints.add.path, {
    ...{ ...AUDIENCE, ...TEXT },
    ...{ reader_count: readers.length, attachment_ids: [] },
  })
  const queued = seconds()
  await outbox.untilSent(LEAST_READERS)
  const sent = seconds()
  const times = await page.stop()
  await outbox.stop()
  yield row(`a circular to ${readers.length} people: queued, composed, ${LEAST_READERS} handed over`, {
    ...{ value: sent, most: MOST_SECONDS, unit: 's' },
    more: `, queued after ${round(queued)} s, ${round(((sent - queued) * 1000) / LEAST_READERS)} ms a mail`,
  })
  yield row('the list of pupils meanwhile, 95 of 100 answers', {
    ...{ value: percentile95(times), most: PAGE_MS, unit: 'ms' },
    more: `, ${times.length} answers`,
  })
}

/** A circular to all parents of a large school, beside somebody who works in the list of pupils. */
export async function* benchCirculars(): AsyncGenerator<BenchRow> {
  const database = await startBenchDatabase()
  try {
    const today = berlinToday(new Date())
    const [school = 0] = await makeManySchools(database.superuser, { schools: 1, pupilsEach: PUPILS, today })
    await confirmAddresses(database.superuser)
    await database.settle()
    const app = await startChild('app-server.ts', { BENCH_DATABASE: JSON.stringify(database.app), BENCH_KEY: key })
    try {
      yield* measure(database, { url: app.url, session: await signIn(database.superuser, school) })
    } finally {
      await app.stop()
    }
  } finally {
    await database.stop()
  }
}
