import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { berlinToday } from '#contract/dates.ts'
import { hashToken } from '#server/db/in-school.ts'
import { startBenchDatabase } from './bench-database.ts'
import { makeManySchools } from './many-schools.ts'
import { latencies, load, median, startChild } from './measure.ts'

const ROUNDS = 3
const SECONDS = 4
const CONNECTIONS = 16

export interface BenchRow {
  what: string
  against: string
  ratio: number
  goal: string
  isMet: boolean
  figures: string
}

const key = `bench:${randomBytes(32).toString('base64url')}`
const round = (value: number) => Number(value.toPrecision(3))

async function signIn(superuser: pg.ClientConfig, schoolId: number) {
  const token = randomBytes(24).toString('base64url')
  const client = new pg.Client(superuser)
  await client.connect()
  const { rows } = await client.query(
    `insert into app_user (name, email, role, school_id) values ('Bench', $1, 'schooladmin', $2) returning id`,
    [`bench${schoolId}@example.org`, schoolId],
  )
  await client.query('insert into user_school (user_id, school_id) values ($1, $2)', [rows[0].id, schoolId])
  await client.query(`select start_session($1, $2, false, now() + interval '1 hour')`, [hashToken(token), rows[0].id])
  await client.end()
  return `session=${token}`
}

/** The list of pupils against the limit, and against itself in a far larger database. */
export async function benchPupilList(): Promise<BenchRow[]> {
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
    const list = { url: `${app.url}/api/admin/pupil?per_page=50`, cookie }
    const rows: BenchRow[] = []

    const warm = { connections: CONNECTIONS, seconds: 2 }
    await load(list, warm)
    await load(limit, warm)
    const rounds = []
    for (let i = 0; i < ROUNDS; i++) {
      const ours = await load(list, { connections: CONNECTIONS, seconds: SECONDS })
      const theirs = await load(limit, { connections: CONNECTIONS, seconds: SECONDS })
      rounds.push({ ratio: ours.rps / theirs.rps, ours: ours.rps, theirs: theirs.rps })
    }
    const ratio = median(rounds.map((one) => one.ratio))
    rows.push({
      what: 'GET /api/admin/pupil, 50 of 10,000, sorted and counted, with login and row-level security',
      against: 'bare node:http + pg + JSON.stringify, the same SQL without both',
      ratio: round(ratio),
      goal: '≥ 0.75',
      isMet: ratio >= 0.75,
      figures: `${rounds.map(({ ours, theirs }) => `${Math.round(ours)}/${Math.round(theirs)}`).join(' ')} requests/s`,
    })

    const first = await latencies(list, 200)
    const searched = await latencies({ url: `${app.url}/api/admin/pupil?per_page=50&search=mueller`, cookie }, 200)
    const deep = await latencies({ url: `${app.url}/api/admin/pupil?per_page=50&page=100`, cookie }, 200)
    rows.push({
      what: 'search for a name',
      against: 'page 1',
      ratio: round(searched / first),
      goal: '≤ 2',
      isMet: searched / first <= 2,
      figures: `${round(searched)}/${round(first)} ms`,
    })
    rows.push({
      what: 'page 100',
      against: 'page 1',
      ratio: round(deep / first),
      goal: '≤ 4',
      isMet: deep / first <= 4,
      figures: `${round(deep)}/${round(first)} ms`,
    })

    await makeManySchools(database.superuser, { schools: 199, pupilsEach: 4_975, today })
    await database.settle()
    await load(list, warm)
    const large = await latencies(list, 200)
    rows.push({
      what: 'page 1 with 1,000,000 pupils in 200 schools',
      against: 'with 10,000 in one',
      ratio: round(large / first),
      goal: '≤ 1.3',
      isMet: large / first <= 1.3,
      figures: `${round(large)}/${round(first)} ms`,
    })
    await Promise.all([app.stop(), limit.stop()])
    return rows
  } finally {
    await database.stop()
  }
}
