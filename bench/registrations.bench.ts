import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { berlinToday } from '#contract/dates.ts'
import { registrationBulkEndpoints } from '#contract/registrations/registrations.bulk.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { formatKey } from '#server/secret-keys.ts'
import { startBenchDatabase } from './bench-database.ts'
import { signIn } from './bench-session.ts'
import { makeManySchools } from './many-schools.ts'
import { latencies, median, startChild, type Target } from './measure.ts'
import type { BenchRow } from './pupil-list.bench.ts'

const APPLICATIONS = 1000
const FEW = 100
const BULK = 50
const ROUNDS = 5
const QUESTIONS = 100
const STATUSES = ['waiting', 'accepted'] as const

const round = (value: number) => Number(value.toPrecision(3))
const keyText = () => formatKey({ id: 'bench', bytes: randomBytes(32) })

/** Six grades, two parents each, a third of them waiting; the names are those of the school's pupils. */
const REGISTRATIONS = `insert into registration
    (school_id, number, school_year_id, desired_grade, entry_type, status, wait_rank, wait_place, source, meta, form_version, created_at)
  select p.school_id, 'S' || p.school_id || '-2027-' || lpad(p.n::text, 4, '0'), y.id, 1 + p.n % 6, case when p.n % 6 = 0 then 'regular' else 'lateral' end,
    case when p.n % 3 = 0 then 'waiting' else 'new' end, case when p.n % 3 = 0 then 1 + (p.n - 1) / 6 end,
    case when p.n % 3 = 0 then 1 + (p.n - 1) / 6 end, 'web',
    jsonb_build_object('entry_type', case when p.n % 6 = 0 then 'regular' else 'lateral' end, 'child_firstname', p.firstname, 'child_lastname', p.lastname,
      'child_birthdate', p.birthdate, 'child_gender', p.gender, 'custody', 'joint'), '2026.1', now() - p.n * interval '1 hour'
  from (select *, row_number() over (order by id) as n from pupil where school_id = $1) p
  join schoolyear y on y.school_id = p.school_id where p.n <= $2`

const CONTACTS = `insert into registration_contact (school_id, registration_id, position, firstname, lastname, relationship, has_custody, mail, phone)
  select r.school_id, r.id, n, case when n = 1 then 'Anna' else 'Ben' end, r.child_lastname, case when n = 1 then 'mother' else 'father' end, true,
    'person' || r.id || '.' || n || '@example.org', '0331 ' || 100000 + r.id from registration r, generate_series(1, 2) n where r.school_id = $1`

async function fill(superuser: pg.ClientConfig, { school, count }: { school: number; count: number }) {
  const client = new pg.Client(superuser)
  await client.connect()
  await client.query('set session_replication_role = replica')
  await client.query(REGISTRATIONS, [school, count])
  await client.query(CONTACTS, [school])
  await client.end()
}

interface Office {
  url: string
  cookie: string
}

/** The calls that a page of the school sends. */
const openOffice = async ({ url, cookie }: Office) => {
  const first = await fetch(`${url}/sanctum/csrf-cookie`, { headers: { cookie } })
  const [, token = ''] = /XSRF-TOKEN=([^;]+)/.exec(first.headers.getSetCookie().join('; ')) ?? []
  const headers = {
    cookie: `${cookie}; XSRF-TOKEN=${token}`,
    'x-xsrf-token': decodeURIComponent(token),
    'content-type': 'application/json',
  }
  return async (path: string, body: unknown) => {
    const reply = await fetch(`${url}${path}`, {
      method: 'PUT',
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
    return reply.json() as Promise<{ results: { from: string | null }[] }>
  }
}

const timed = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** The same fifty applications changed by one call and by fifty calls, in turn; each time all of them really change. */
async function bulkBesideSingles(office: Office) {
  const send = await openOffice(office)
  const list = `${registrationBulkEndpoints.ids.path}?sort=created_at&status=new`
  const reply = await fetch(office.url + list, { headers: { cookie: office.cookie } })
  const { ids } = (await reply.json()) as { ids: number[] }
  const some = ids.slice(0, BULK)
  const ratios = []
  for (let turn = 0; turn < ROUNDS; turn++) {
    const [first, second] = turn % 2 ? STATUSES.toReversed() : STATUSES
    const bulk = await timed(async () => {
      const changes = some.map((id) => ({ id, status: first }))
      const { results } = await send(registrationBulkEndpoints.status.path, { changes })
      if (results.some(({ from }) => from === null)) throw new Error('Nothing changed.')
    })
    const singles = await timed(async () => {
      for (const id of some) {
        await send(registrationEndpoints.changeStatus.path.replace(':id', String(id)), { status: second })
      }
    })
    ratios.push({ ratio: bulk / singles, shown: `${round(bulk)}/${round(singles)} ms` })
    // Sets a third status, so that both calls of the next turn change something.
    await send(registrationBulkEndpoints.status.path, { changes: some.map((id) => ({ id, status: 'rejected' })) })
  }
  return { ratio: median(ratios.map(({ ratio }) => ratio)), figures: ratios.map(({ shown }) => shown).join(' ') }
}

/** One request after the other, in turn, so that other work of the machine affects both. */
async function besideEachOther(target: Target, base: Target) {
  const times: { target: number[]; base: number[] } = { target: [], base: [] }
  for (let turn = 0; turn < QUESTIONS; turn++) {
    times.target.push(await latencies(target, 1))
    times.base.push(await latencies(base, 1))
  }
  const [time, other] = [median(times.target), median(times.base)]
  return { ratio: time / other, figures: `${round(time)}/${round(other)} ms` }
}

const LISTS = [
  ['search for a name', '&search=mueller', 2],
  ['search for a phone number', '&search=0331%20100', 2],
  ['sorted by the child’s name', '&sort=child', 2],
  ['only unconfirmed', '&unconfirmed=1', 2],
  ['page 20', '&page=20', 4],
] as const

/**
 * A list of 1,000 applications compared with one of 100 and with itself, and fifty changed at once compared with one by
 * one. It is compared with itself and not with a bare server, because the cost of sorting, searching and turning pages
 * grows with the list.
 */
export async function* benchRegistrations(): AsyncGenerator<BenchRow> {
  const database = await startBenchDatabase()
  try {
    const today = berlinToday(new Date())
    const [school = 0, small = 0] = await makeManySchools(database.superuser, {
      schools: 2,
      pupilsEach: APPLICATIONS,
      today,
    })
    await fill(database.superuser, { school, count: APPLICATIONS })
    await fill(database.superuser, { school: small, count: FEW })
    await database.settle()
    const app = await startChild('app-server.ts', {
      BENCH_DATABASE: JSON.stringify(database.app),
      BENCH_KEY: keyText(),
    })
    const office = { url: app.url, cookie: await signIn(database.superuser, school) }
    const few = await signIn(database.superuser, small)
    const list = { url: `${app.url}${registrationEndpoints.list.path}?per_page=50`, cookie: office.cookie }
    const beside = async (target: Target, base: Target, most: number) => {
      const { ratio, figures } = await besideEachOther(target, base)
      return { ratio: round(ratio), goal: `≤ ${most}`, isMet: ratio <= most, figures }
    }
    await latencies(list, QUESTIONS)
    yield {
      what: 'applications, 50 of 1,000 with counts',
      against: 'of 100',
      ...(await beside(list, { ...list, cookie: few }, 2)),
    }
    for (const [what, query, most] of LISTS) {
      const target = { ...list, url: `${list.url}${query}` }
      yield { what: `applications: ${what}`, against: 'page 1', ...(await beside(target, list, most)) }
    }
    const bulk = await bulkBesideSingles(office)
    yield {
      what: 'the status of 50 applications in one call',
      against: '50 calls, one after the other',
      ratio: round(bulk.ratio),
      goal: '≤ 1',
      isMet: bulk.ratio <= 1,
      figures: bulk.figures,
    }
    await app.stop()
  } finally {
    await database.stop()
  }
}
