import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { berlinToday } from '#contract/dates.ts'
import { startBenchDatabase } from './bench-database.ts'
import { signIn } from './bench-session.ts'
import { makeManySchools } from './many-schools.ts'
import { latenciesInTurn, load, median, startChild, type Target } from './measure.ts'
import type { BenchRow } from './pupil-list.bench.ts'

const ROUNDS = 5
const SECONDS = 4
const CONNECTIONS = 16
/** Domain DP-22, issue 17: what noting the openings may cost. */
const MOST = 1.1

const key = `bench:${randomBytes(32).toString('base64url')}`
const round = (value: number) => Number(value.toPrecision(3))

const row = (what: string, ratio: number, figures: string): BenchRow => {
  const against = 'the same server that notes nothing'
  return { what, against, ratio: round(ratio), goal: `≤ ${MOST}`, isMet: ratio <= MOST, figures }
}

interface Servers {
  noting: string
  silent: string
  /** A new person for each round: the same page opened again within minutes is not noted again. */
  newPerson(): Promise<string>
  paths: readonly string[]
}

/** Every page is opened once by each person, by 16 at a time; the requests that a server answers in a second. */
async function underLoad({ noting, silent, newPerson, paths }: Servers) {
  const rounds = []
  for (let i = 0; i <= ROUNDS; i++) {
    const asked = async (url: string): Promise<Target> => ({ url, cookie: await newPerson(), paths })
    const ours = await load(await asked(noting), { connections: CONNECTIONS, seconds: SECONDS })
    const theirs = await load(await asked(silent), { connections: CONNECTIONS, seconds: SECONDS })
    rounds.push({ ratio: theirs.rps / ours.rps, shown: `${Math.round(ours.rps)}/${Math.round(theirs.rps)}` })
  }
  // The first round warms both up.
  const measured = rounds.slice(1)
  const shown = `${measured.map((one) => one.shown).join(' ')} requests/s`
  return row(
    'pupil’s pages opened by 16 at once, each opening noted',
    median(measured.map(({ ratio }) => ratio)),
    shown,
  )
}

/** One request at a time: what somebody waits for. */
async function alone({ noting, silent, newPerson, paths }: Servers) {
  const cookie = await newPerson()
  const times: number[][] = [[], []]
  for (const path of paths.slice(0, 300)) {
    const targets = [noting, silent].map((origin) => ({ url: origin + path, cookie }))
    const [ours = Number.NaN, theirs = Number.NaN] = await latenciesInTurn(targets, 1)
    times[0]?.push(ours)
    times[1]?.push(theirs)
  }
  const [ours, theirs] = times.map(median) as [number, number]
  return row('one pupil’s page, the opening noted', ours / theirs, `${round(ours)}/${round(theirs)} ms`)
}

/** Openings that were noted, and how many bytes each takes with its indexes. */
async function noted(superuser: pg.ClientConfig) {
  const client = new pg.Client(superuser)
  await client.connect()
  const { rows } = await client.query(
    `select count(*)::int as count, pg_total_relation_size('view_log')::int as bytes from view_log`,
  )
  await client.end()
  return rows[0] as { count: number; bytes: number }
}

/** What it costs to note who opens a pupil's page. */
export async function* benchPupilPage(): AsyncGenerator<BenchRow> {
  const database = await startBenchDatabase()
  const today = berlinToday(new Date())
  try {
    const [school = 0] = await makeManySchools(database.superuser, { schools: 1, pupilsEach: 10_000, today })
    await database.settle()
    const env = { BENCH_DATABASE: JSON.stringify(database.app), BENCH_KEY: key }
    const [app, silent] = [
      await startChild('app-server.ts', env),
      await startChild('app-server.ts', { ...env, BENCH_NO_VIEWS: '1' }),
    ]
    let people = 0
    const newPerson = () => {
      people += 1
      return signIn(database.superuser, school, `page${people}`)
    }
    const reply = await fetch(`${app.url}/api/admin/pupil/ids`, { headers: { cookie: await newPerson() } })
    const { ids } = (await reply.json()) as { ids: number[] }
    const servers = {
      noting: app.url,
      silent: silent.url,
      newPerson,
      paths: ids.map((id) => `/api/admin/pupil/${id}`),
    }
    yield await alone(servers)
    const loaded = await underLoad(servers)
    await Promise.all([app.stop(), silent.stop()])
    const { count, bytes } = await noted(database.superuser)
    yield { ...loaded, figures: `${loaded.figures}; ${count} noted, ${Math.round(bytes / count)} bytes each` }
  } finally {
    await database.stop()
  }
}
