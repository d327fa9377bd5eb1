import { randomBytes } from 'node:crypto'
import { berlinToday } from '#contract/dates.ts'
import { LISTED_COLUMNS } from '#contract/pupils/listed-fields.ts'
import { startBenchDatabase } from './bench-database.ts'
import { signIn } from './bench-session.ts'
import { makeManySchools } from './many-schools.ts'
import { latencies, latenciesInTurn, load, median, startChild, type Target } from './measure.ts'

const ROUNDS = 3
const SECONDS = 4
const WARM_UP_SECONDS = 8
const CONNECTIONS = 16

export interface BenchRow {
  what: string
  against: string
  ratio: number
  goal: string
  isMet: boolean
  figures: string
}

const LIST = '/api/admin/pupil?per_page=50'
/** The calls of the start page that grow with a school. */
const START_PAGE = {
  classes: '/api/admin/schoolclass',
  figures: '/api/admin/pupil/stats',
  'school years': '/api/admin/schoolyear',
}

const key = `bench:${randomBytes(32).toString('base64url')}`
const round = (value: number) => Number(value.toPrecision(3))

const row = (
  what: string,
  against: string,
  measured: { ratio: number; most?: number; least?: number; figures: string },
): BenchRow => {
  const { ratio, most = Number.POSITIVE_INFINITY, least = 0, figures } = measured
  const goal = measured.most === undefined ? `≥ ${least}` : `≤ ${most}`
  return { what, against, ratio: round(ratio), goal, isMet: ratio <= most && ratio >= least, figures }
}

/** Alternating rounds, so that both sides have the same conditions. */
async function againstLimit(list: Target, limit: Target) {
  // The server is slower until its code is compiled.
  for (const target of [list, limit]) await load(target, { connections: CONNECTIONS, seconds: WARM_UP_SECONDS })
  const rounds = []
  for (let i = 0; i < ROUNDS; i++) {
    const ours = await load(list, { connections: CONNECTIONS, seconds: SECONDS })
    const theirs = await load(limit, { connections: CONNECTIONS, seconds: SECONDS })
    rounds.push({ ratio: ours.rps / theirs.rps, shown: `${Math.round(ours.rps)}/${Math.round(theirs.rps)}` })
  }
  return row(
    'GET /api/admin/pupil, 50 of 10,000, sorted and counted, with login and row-level security',
    'bare node:http + pg + JSON.stringify, the same SQL without both',
    {
      ratio: median(rounds.map(({ ratio }) => ratio)),
      least: 0.75,
      figures: `${rounds.map(({ shown }) => shown).join(' ')} requests/s`,
    },
  )
}

/** Lists by other columns and in other orders: more statements than a process has names for (ADR 0079). */
async function useManyStatements(origin: string, cookie: string) {
  const orders = ['firstname', 'gender', 'birthdate', '-status', 'schoolclass', '-lastname']
  const paths = orders.flatMap((sort) => LISTED_COLUMNS.map((column) => `${LIST}&sort=${sort}&columns=${column}`))
  for (const path of paths) await latencies({ url: origin + path, cookie }, 1)
}

const idsOf = async (origin: string, cookie: string): Promise<number[]> => {
  const reply = await fetch(`${origin}/api/admin/pupil/ids`, { headers: { cookie } })
  const { ids } = (await reply.json()) as { ids: number[] }
  return ids
}

/** Every column needs the families and decisions of 50 pupils, and 51 values for each; ADR 0074 has the shares. */
const EVERY_COLUMN_MOST = 1.8

/** The cost of other queries compared with page 1, one request at a time. */
async function besideFirstPage({ origin, cookie, pupil }: { origin: string; cookie: string; pupil: number }) {
  const questions = [
    { what: 'search for a name that 25 have', path: `${LIST}&search=hegewald`, most: 1.5 },
    { what: 'search for a name that 550 have', path: `${LIST}&search=mueller`, most: 1.5 },
    { what: 'page 100', path: `${LIST}&page=100`, most: 4 },
    { what: 'every column', path: `${LIST}&columns=${LISTED_COLUMNS.join(',')}`, most: EVERY_COLUMN_MOST },
    { what: 'conditions', path: `${LIST}&filter=all**afterschool_care.not.none**swim_level.empty`, most: 5 },
    { what: 'one pupil', path: `/api/admin/pupil/${pupil}`, most: 1.5 },
    { what: 'state of the year change', path: '/api/admin/rollover', most: 8 },
    ...Object.entries(START_PAGE).map(([what, path]) => ({ what: `start page: ${what}`, path, most: 5 })),
  ]
  const targets = [LIST, ...questions.map(({ path }) => path)].map((path) => ({ url: origin + path, cookie }))
  // Warm up first: the database plans a statement anew for its first runs.
  await latenciesInTurn(targets, 20)
  const [first = Number.NaN, ...times] = await latenciesInTurn(targets, 300)
  const rows = questions.map(({ what, most }, index) => {
    const time = times[index] ?? Number.NaN
    return row(what, 'page 1 of the list', { ratio: time / first, most, figures: `${round(time)}/${round(first)} ms` })
  })
  const together = times.slice(-Object.keys(START_PAGE).length).reduce((sum, time) => sum + time, 0)
  const figures = `${round(together)} of 25 ms`
  const start = row('what the start page asks for, one after the other', '25 ms', {
    ratio: together / 25,
    most: 1,
    figures,
  })
  return { first, rows: [...rows, start] }
}

/**
 * The list of pupils compared with the limit and with itself; with `isLarge` also in a database of 1,000,000 pupils,
 * which takes ten minutes to fill. Rows are printed as they are measured.
 */
export async function* benchPupilList(isLarge: boolean): AsyncGenerator<BenchRow> {
  const database = await startBenchDatabase()
  const today = berlinToday(new Date())
  try {
    const [school = 0] = await makeManySchools(database.superuser, { schools: 1, pupilsEach: 10_000, today })
    await database.settle()
    const cookie = await signIn(database.superuser, school)
    const app = await startChild('app-server.ts', { BENCH_DATABASE: JSON.stringify(database.app), BENCH_KEY: key })
    const limit = await startChild('limit-server.ts', {
      BENCH_DATABASE: JSON.stringify(database.superuser),
      BENCH_SCHOOL: String(school),
      BENCH_TODAY: today,
    })
    const list = { url: app.url + LIST, cookie }
    // Everything is measured as in a process that has run for a while.
    await useManyStatements(app.url, cookie)
    yield await againstLimit(list, limit)
    const [pupil = 0] = await idsOf(app.url, cookie)
    const { first, rows } = await besideFirstPage({ origin: app.url, cookie, pupil })
    yield* rows
    if (isLarge) {
      await makeManySchools(database.superuser, { schools: 199, pupilsEach: 4_975, today })
      await database.settle()
      const large = await latencies(list, 300)
      const figures = `${round(large)}/${round(first)} ms`
      yield row('page 1 with 1,000,000 pupils in 200 schools', '10,000 in one', {
        ratio: large / first,
        most: 1.3,
        figures,
      })
    }
    await Promise.all([app.stop(), limit.stop()])
  } finally {
    await database.stop()
  }
}
