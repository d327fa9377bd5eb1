import { type RolloverReport, rolloverEndpoints } from '#contract/rollovers/rollovers.ts'
import { makeSchool, makeUser } from './factories.ts'
import type { TestApp } from './test-app.ts'
import type { TestVisitor } from './test-visitor.ts'

interface NewClass {
  year?: 'from' | 'to'
  grade: number
  grade_to?: number
  description: string
  capacity?: number
  room?: string
}

interface NewMember {
  /** The name of a class of the old year (`5a`), or a grade without a class. */
  from: string | number
  lastname?: string
  status?: string
  date_exit?: string
  date_start?: string
  date_end?: string
}

type Plan = Record<string, unknown>

const BOOKKEEPING = ['updated_at', 'version', 'field_changes']

/** Reads and writes as the owner inside the school. */
export const readSchool = (app: TestApp, schoolId: number) => {
  return async <T extends object>(sql: string, values: unknown[] = []): Promise<T[]> => {
    const client = await app.database.owner.connect()
    try {
      await client.query('begin')
      await client.query(`select set_config('app.school_id', $1, true)`, [String(schoolId)])
      const { rows } = await client.query(sql, values)
      await client.query('commit')
      return rows as T[]
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }
}

interface Setting {
  schoolId: number
  rows: ReturnType<typeof readSchool>
  years: { from_year_id: number; to_year_id: number }
}

const gradeId = async ({ rows }: Setting, grade: number) =>
  Number((await rows<{ id: string }>('select id from schoolgrade where grade = $1', [grade]))[0]?.id)

const yearId = ({ years }: Setting, year: 'from' | 'to') => (year === 'from' ? years.from_year_id : years.to_year_id)

const insert = async ({ rows, schoolId }: Setting, table: string, row: Record<string, unknown>) => {
  const columns = Object.keys(row)
  const places = columns.map((_column, index) => `$${index + 2}`)
  const [made] = await rows<{ id: string }>(
    `insert into ${table} (school_id, ${columns.join(', ')}) values ($1, ${places.join(', ')}) returning id`,
    [schoolId, ...Object.values(row)],
  )
  return Number(made?.id)
}

interface NewPlace {
  year: 'from' | 'to'
  grade: number
  classId: number | null
  date_start: string
  date_end?: string | null
}

const addMembership = async (ground: Setting, pupil_id: number, { year, grade, classId, ...days }: NewPlace) =>
  insert(ground, 'pupil_schoolclass', {
    pupil_id,
    school_year_id: yearId(ground, year),
    schoolgrade_id: await gradeId(ground, grade),
    schoolclass_id: classId,
    reason: 'entry',
    ...days,
  })

/** Classes and pupils. */
const furnish = (ground: Setting) => {
  const names = new Map<string, number>()
  let count = 0
  return {
    async addClass({ year = 'from', grade, grade_to, description, ...more }: NewClass) {
      const id = await insert(ground, 'schoolclass', {
        school_year_id: yearId(ground, year),
        schoolgrade_id: await gradeId(ground, grade),
        schoolgrade_to_id: grade_to === undefined ? null : await gradeId(ground, grade_to),
        description,
        ...more,
      })
      names.set(`${year} ${grade}${grade_to === undefined ? '' : `/${grade_to} `}${description}`, id)
      return id
    },
    classId: (year: 'from' | 'to', name: string) => names.get(`${year} ${name}`) ?? 0,
    /** A pupil of the old year; for a mixed-age group `1/2 Füchse:2` includes the grade. */
    async addPupil({ from, date_start = '2026-08-01', date_end, ...pupil }: NewMember) {
      count += 1
      const [name = '', wanted] = typeof from === 'number' ? ['', from] : from.split(':')
      const id = await insert(ground, 'pupil', {
        pupil_number: `P-${count}`,
        lastname: `Kind ${count}`,
        firstname: 'Mia',
        gender: 'f',
        birthdate: '2018-05-03',
        status: 'active',
        date_entry: '2024-08-01',
        ...pupil,
      })
      const classId = names.get(`from ${name}`) ?? null
      const grade = Number(wanted ?? Number.parseInt(name, 10))
      await addMembership(ground, id, { year: 'from', grade, classId, date_start, date_end: date_end ?? null })
      return id
    },
    addMembership: (pupilId: number, place: NewPlace) => addMembership(ground, pupilId, place),
    addEmployee: (lastname: string, more: { date_exit?: string; active?: boolean } = {}) =>
      insert(ground, 'employee', {
        firstname: 'Anna',
        lastname,
        short_name: lastname.slice(0, 4),
        employee_type: 'teacher',
        ...more,
      }),
    addFunction: (
      schoolclass_id: number,
      employee_id: number,
      one: { function?: string; position?: number; date_start?: string; date_end?: string } = {},
    ) =>
      insert(ground, 'schoolclass_employee', {
        schoolclass_id,
        employee_id,
        function: 'responsible',
        date_start: '2026-08-01',
        ...one,
      }),
  }
}

/** The calls of the year change by one visitor. */
const callsOf = (visitor: TestVisitor, { years }: Setting) => {
  const send = (plan: Plan = {}) => visitor.call(rolloverEndpoints.rehearse, { body: { ...years, ...plan } })
  const rehearse = async (plan: Plan = {}) => {
    const reply = await send(plan)
    if (reply.statusCode !== 200) throw new Error(`${reply.statusCode} ${reply.body}`)
    return reply.json() as RolloverReport
  }
  return {
    send,
    rehearse,
    /** Commits with the fingerprint of a fresh rehearsal, unless another one is given. */
    commit: async (plan: Plan = {}, fingerprint?: string) =>
      visitor.call(rolloverEndpoints.commit, {
        body: { ...years, ...plan, fingerprint: fingerprint ?? (await rehearse(plan)).fingerprint },
        headers: { 'idempotency-key': crypto.randomUUID() },
      }),
    undo: (id: number) => visitor.call(rolloverEndpoints.undo, { params: { id } }),
    get: (id: number) => visitor.call(rolloverEndpoints.get, { params: { id } }),
    list: async () => (await visitor.call(rolloverEndpoints.list)).json(),
  }
}

/** Every row of the school except the log and the changes themselves, without columns that only count changes. */
export const dumpSchool = async (app: TestApp, schoolId: number) => {
  const rows = readSchool(app, schoolId)
  const tables = await rows<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity
      and relname not in ('user_log', 'rollover', 'pupil_tally') order by 1`,
  )
  const contents: Record<string, string[]> = {}
  for (const { name } of tables) {
    const found = await rows<{ row: string }>(
      `select (to_jsonb(t) - $1::text[])::text as row from ${name} t order by 1`,
      [BOOKKEEPING],
    )
    contents[name] = found.map(({ row }) => row)
  }
  // The rows of this table are changes, so only their sum matters.
  const tally = await rows<{ row: string }>(
    'select status || sum(delta) as row from pupil_tally group by status having sum(delta) <> 0 order by 1',
  )
  contents.pupil_tally = tally.map(({ row }) => row)
  return contents
}

let schools = 0

/** A school whose years 2026/2027 and 2027/2028 have neither classes nor pupils, and its head. */
export async function makeRolloverSchool(app: TestApp, short: 'fsw' | 'fow' = 'fsw') {
  schools += 1
  const schoolId = await makeSchool(app, short, { has_classes: false, short: `${short}${schools}` })
  const { id: headId } = await makeUser(app, { role: 'schooladmin', schools: [schoolId] })
  const rows = readSchool(app, schoolId)
  const [from, to] = await rows<{ id: string }>('select id from schoolyear order by date_start')
  const setting = { schoolId, rows, years: { from_year_id: Number(from?.id), to_year_id: Number(to?.id) } }
  const head = await app.signedIn(headId)
  return {
    ...setting,
    ...furnish(setting),
    ...callsOf(head, setting),
    head,
    dump: () => dumpSchool(app, schoolId),
    /** A pupil's memberships by day: `5a 2026-08-01–2027-07-31 entry`. */
    async memberships(pupilId: number) {
      const found = await rows<{ text: string }>(
        `select concat(g.grade, coalesce(c.description, '?'), ' ', m.date_start, '–', m.date_end, ' ', m.reason) as text
          from pupil_schoolclass m join schoolgrade g on g.id = m.schoolgrade_id left join schoolclass c on c.id = m.schoolclass_id
          where m.pupil_id = $1 order by m.date_start`,
        [pupilId],
      )
      return found.map(({ text }) => text)
    },
  }
}
export type RolloverSchool = Awaited<ReturnType<typeof makeRolloverSchool>>
