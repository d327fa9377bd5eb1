import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { berlinToday } from '#contract/dates.ts'
import { startBenchDatabase } from './bench-database.ts'
import { signIn } from './bench-session.ts'
import { makeManySchools } from './many-schools.ts'
import { latenciesInTurn, median, startChild, type Target } from './measure.ts'
import type { BenchRow } from './pupil-list.bench.ts'

const ROUNDS = 10
const COUNT = 150
const OPEN = 'schulhof_open'
const key = `bench:${randomBytes(32).toString('base64url')}`
const round = (value: number) => Number(value.toPrecision(3))

/** What hiding restricted people may cost (domain DP-08): each question, and the most of its ratio. */
const QUESTIONS = {
  'the list, 50 of 10,000 pupils': { path: '/api/admin/pupil?per_page=50', most: 1.03 },
  'one pupil’s page': { path: '/api/admin/pupil/:id', most: 1.1 },
}

async function withClient<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client(config)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A copy of the database in which nobody is hidden: without the policies, and with a count that is always zero. */
async function copyWithoutPolicies(superuser: pg.ClientConfig) {
  await withClient({ ...superuser, database: 'postgres' }, (client) =>
    client.query(`create database ${OPEN} template schulhof`),
  )
  await withClient({ ...superuser, database: OPEN }, async (client) => {
    const { rows } = await client.query<{ tablename: string; policyname: string }>(
      `select tablename, policyname from pg_policies where policyname like 'restricted\\_%'`,
    )
    if (rows.length === 0) throw new Error('There is no policy to compare with.')
    for (const { tablename, policyname } of rows) await client.query(`drop policy ${policyname} on ${tablename}`)
    await client.query('create or replace view uncounted_pupil as select null::text as status where false')
    await client.query('vacuum analyze')
  })
}

/** The medians of several rounds, one request at a time; who is asked first changes with each round. */
async function compare(hiding: Target, open: Target) {
  await latenciesInTurn([hiding, open], COUNT)
  const rounds = []
  for (let i = 0; i < ROUNDS; i++) {
    const isFirst = i % 2 === 0
    const times = await latenciesInTurn(isFirst ? [hiding, open] : [open, hiding], COUNT)
    const [ours = Number.NaN, theirs = Number.NaN] = isFirst ? times : times.reverse()
    rounds.push({ ours, theirs, ratio: ours / theirs })
  }
  const ratio = median(rounds.map((one) => one.ratio))
  return { ratio, figures: rounds.map(({ ours, theirs }) => `${round(ours)}/${round(theirs)}`).join(' ') }
}

/** What it costs that the database hides restricted people: the same server with and without the policies (ADR 0042). */
export async function* benchRestriction(): AsyncGenerator<BenchRow> {
  const database = await startBenchDatabase()
  try {
    const [school = 0] = await makeManySchools(database.superuser, {
      schools: 1,
      pupilsEach: 10_000,
      today: berlinToday(new Date()),
    })
    const cookie = await signIn(database.superuser, school)
    const id = await withClient(database.superuser, async (client) => {
      const { rows } = await client.query<{ id: number }>('select id from pupil order by id limit 4')
      for (const restricted of rows.slice(1))
        await client.query('insert into restriction (school_id, pupil_id, reason) values ($1, $2, $3)', [
          school,
          restricted.id,
          'Einwand der Eltern',
        ])
      return rows[0]?.id
    })
    await database.settle()
    await copyWithoutPolicies(database.superuser)
    const start = (name: string) =>
      startChild('app-server.ts', {
        BENCH_DATABASE: JSON.stringify({ ...database.app, database: name }),
        BENCH_KEY: key,
        BENCH_NO_VIEWS: '1',
      })
    const [hiding, open] = [await start('schulhof'), await start(OPEN)]
    for (const [what, { path, most }] of Object.entries(QUESTIONS)) {
      const ask = ({ url }: { url: string }) => ({ url: url + path.replace(':id', String(id)), cookie })
      const { ratio, figures } = await compare(ask(hiding), ask(open))
      const against = 'the same server where nobody is hidden'
      yield { what, against, ratio: round(ratio), goal: `≤ ${most}`, isMet: ratio <= most, figures: `${figures} ms` }
    }
    await Promise.all([hiding.stop(), open.stop()])
  } finally {
    await database.stop()
  }
}
