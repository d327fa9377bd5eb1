import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { legalEndpoints } from '#contract/legal/legal.ts'
import { gapsOf } from '#contract/legal/legal-gaps.ts'
import { permissionsOf } from '#contract/permissions.ts'
import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { lookInside, startFilledDemo } from '#server/test/filled-demo.ts'
import type { TestApp } from '#server/test/test-app.ts'
import { makeTestDatabase } from '#server/test/test-database.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-accounts.ts'
import { fillDemo, OtherDemoError } from './demo-school.ts'
import { prepareDemo } from './prepare-demo.ts'

const ANCHOR = '2026-11-20'
let app: TestApp
let rowsOf: Awaited<ReturnType<typeof startFilledDemo>>['rowsOf']
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ app, rowsOf, stop } = await startFilledDemo(ANCHOR))
})
afterAll(() => stop())

const TODAY_MEMBERS = `pupil_schoolclass m where m.date_start <= '${ANCHOR}' and (m.date_end is null or m.date_end >= '${ANCHOR}')`

describe('every row', () => {
  test.each([
    [
      'a pupil without a guardian who has custody, unless contacts were erased',
      'select p.id from pupil p where p.reduced_on is null and not exists (select from pupil_guardian g where (g.school_id, g.pupil_id) = (p.school_id, p.id) and g.has_custody)',
    ],
    [
      'an active pupil without a class today',
      `select p.id from pupil p where p.status in ('active', 'on_leave', 'guest') and not exists (select from ${TODAY_MEMBERS} and (m.school_id, m.pupil_id) = (p.school_id, p.id) and m.schoolclass_id is not null)`,
    ],
    [
      'a pupil who has left and is still in a class',
      `select p.id from pupil p join ${TODAY_MEMBERS.replace(' where', ' on (m.school_id, m.pupil_id) = (p.school_id, p.id) and')} where p.status in ('left', 'graduated', 'upcoming')`,
    ],
    [
      'a membership outside its school year',
      'select m.id from pupil_schoolclass m join schoolyear y on (y.school_id, y.id) = (m.school_id, m.school_year_id) where m.date_start < y.date_start or m.date_end > y.date_end',
    ],
    [
      'a class of another year or grade',
      'select m.id from pupil_schoolclass m join schoolclass c on (c.school_id, c.id) = (m.school_id, m.schoolclass_id) where c.school_year_id <> m.school_year_id or m.schoolgrade_id not in (c.schoolgrade_id, coalesce(c.schoolgrade_to_id, c.schoolgrade_id))',
    ],
    [
      'a rank with a gap below it',
      'select id from (select id, wait_rank, row_number() over (partition by school_id, school_year_id, desired_grade order by wait_rank) as n from registration where wait_rank is not null) r where n <> wait_rank',
    ],
    [
      'a status its history does not end with',
      'select r.id from registration r where status <> (select h.to_status from registration_status_history h where (h.school_id, h.registration_id) = (r.school_id, r.id) order by h.id desc limit 1)',
    ],
    [
      'a contact with other confirmation mails than it says',
      "select c.id from registration_contact c where c.optin_sent_count <> (select count(*) from mail_log l where l.school_id = c.school_id and l.related_type = 'registration_contact' and l.related_id = c.id and l.template = 'registration_optin')",
    ],
    [
      'a confirmed address without a mail that asked for it',
      'select id from registration_contact where mail_verified_at is not null and (mail is null or optin_sent_at is null or mail_verified_at < optin_sent_at)',
    ],
    [
      'a transformed application without its pupil',
      "select r.id from registration r where (r.pupil_id is null) <> (r.transformed_at is null) or r.pupil_id is not null and r.status <> 'accepted'",
    ],
    [
      'an address outside example.org',
      "select mail from employee where mail !~ '@example\\.org$' union all select mail from guardian where mail !~ '@example\\.org$' union all select mail from registration_contact where mail !~ '@example\\.org$'",
    ],
    [
      'a telephone number that somebody could have',
      "select phone from (select phone_home as phone from guardian union all select phone_mobile from guardian union all select phone from registration_contact union all select phone from pupil union all select phone from pupil_contact_person union all select phone from employee) t where phone !~ '^(030 23125-\\d{3}|0152 28817386)$'",
    ],
    [
      'a landline of two families',
      'select g.phone_home from guardian g join pupil_guardian l on (l.school_id, l.guardian_id) = (g.school_id, g.id) join pupil p on (p.school_id, p.id) = (l.school_id, l.pupil_id) group by g.phone_home having g.phone_home is not null and count(distinct (p.street, p.house_number)) > 1',
    ],
    [
      'a mobile number that would find a tenth of the children',
      'select 1 from pupil p join pupil_guardian l on (l.school_id, l.pupil_id) = (p.school_id, p.id) join guardian g on (g.school_id, g.id) = (l.school_id, l.guardian_id) having count(distinct p.id) filter (where g.phone_mobile is not null) not between 1 and (select count(*) / 10 from pupil)',
    ],
    [
      'a record that the page would refuse to save',
      "select id from pupil where immigration_year is not null and (birth_country = 'DEU' or immigration_year < extract(year from birthdate)) or jsonb_typeof(foreign_languages) <> 'array' or (measles_proof_seen_at is null) <> (measles_proof_seen_by is null) or (date_exit is null) <> (exit_reason is null) or afterschool_care = 'none' and afterschool_days <> '{}'",
    ],
    [
      'a town that exists',
      "select city from (select city, zip from pupil union all select city, zip from guardian where city is not null) t where (city, zip) <> ('Wacholderhain', '15999')",
    ],
  ])('there is never %s', async (_what, sql) => {
    expect(await rowsOf(sql)).toEqual([])
  })

  test('nothing has happened on the anchor day or after it', async () => {
    const columns = await rowsOf<{ table_name: string; column_name: string }>(
      `select table_name, column_name from information_schema.columns join pg_class c on c.oid = table_name::regclass and c.relkind = 'r'
       where table_schema = 'public' and (data_type like 'timestamp%' or column_name in ('place_confirmed_at'))
         and column_name not in ('expires_at', 'optin_expires_at', 'registration_until', 'applied_at')
         and table_name not in ('user_log', 'pupil_link', 'school_setting')`,
    )
    expect(columns.length).toBeGreaterThan(40)
    for (const { table_name, column_name } of columns) {
      const [row] = await rowsOf<{ late: number }>(
        `select count(*)::int as late from ${table_name} where ${column_name} >= '${ANCHOR}'`,
      )
      expect([table_name, column_name, row?.late]).toEqual([table_name, column_name, 0])
    }
  })

  test('each school has last year closed, this one active with its free days, the next one open', async () => {
    const years = await rowsOf(
      `select s.short, y.name, y.state, coalesce(y.registration_from <= '${ANCHOR}' and y.registration_until > '${ANCHOR}', false) as is_open,
        (select count(*)::int > 15 from schoolyear_free_day f where (f.school_id, f.school_year_id) = (y.school_id, y.id)) as has_free_days
       from schoolyear y join school s on s.id = y.school_id order by s.short desc, y.name`,
    )
    const expected = (short: string) => [
      { short, name: '2025/2026', state: 'closed', is_open: false, has_free_days: true },
      { short, name: '2026/2027', state: 'active', is_open: false, has_free_days: true },
      { short, name: '2027/2028', state: 'planned', is_open: true, has_free_days: true },
    ]
    expect(years).toEqual([...expected('fsw'), ...expected('fow')])
  })

  test('the legal pages have no gaps, and a visitor reads who answers for the school', async () => {
    const read = async (key: 'impressum' | 'datenschutz' | 'barrierefreiheit') => {
      const reply = await app.visitor().call(legalEndpoints.find, { params: { key } })
      return (reply.json() as { body_markdown: string }).body_markdown
    }
    const texts = await Promise.all([read('impressum'), read('datenschutz'), read('barrierefreiheit')])
    expect(texts.flatMap(gapsOf)).toEqual([])
    expect(texts[0]).toContain('Vertreten durch: den Vorstand')
  })

  test('grade 1 of fsw has 40 places in the planned year', async () => {
    expect(
      await rowsOf(
        `select k.places from schoolgrade_capacity k join schoolgrade g on (g.school_id, g.id) = (k.school_id, k.schoolgrade_id)
         join schoolyear y on (y.school_id, y.id) = (k.school_id, k.school_year_id) where g.grade = 1 and y.state = 'planned'`,
      ),
    ).toEqual([{ places: 40 }])
  })
})

describe('the accounts', () => {
  test.each(DEMO_ACCOUNTS)(
    '$email signs in with the rights of its role',
    async ({ email, role, schools, ...rights }) => {
      const browser = app.visitor(`10.0.${DEMO_ACCOUNTS.findIndex((one) => one.email === email)}.1`)
      expect((await browser.logIn(email, DEMO_PASSWORD)).statusCode).toBe(200)
      const base = (await browser.call(accountEndpoints.basedata)).json()
      expect(base.school.short).toBe(schools[0])
      expect(base.attachedSchools.map(({ short }: { short: string }) => short).sort()).toEqual([...schools].sort())
      expect(base.permissions).toEqual(permissionsOf(role, rights))
    },
  )

  test('the secretary may do what the head may, but for users and class D', () => {
    const of = (local: string) => DEMO_ACCOUNTS.find(({ email }) => email.startsWith(local))
    const permissions = (local: string) => {
      const account = of(local)
      return account ? permissionsOf(account.role, account) : []
    }
    const withheld = permissions('leitung.fsw').filter((one) => !permissions('sekretariat.fsw').includes(one))
    expect(withheld.sort()).toEqual(['manage user', 'manage users', 'view pupil sensitive'])
  })
})

describe('in the application', () => {
  const headOf = async (short: 'fsw' | 'fow') => {
    const browser = app.visitor('10.1.1.1')
    await browser.logIn(`leitung.${short}@example.org`, DEMO_PASSWORD)
    return browser
  }

  test.each(['fsw', 'fow'] as const)('every application of %s can be opened', async (short) => {
    const head = await headOf(short)
    const list = (await head.call(registrationEndpoints.list, { query: { per_page: 0 } })).json()
    expect(list.total).toBeGreaterThan(short === 'fsw' ? 20 : 5)
    for (const { id, number } of list.data) {
      const details = await head.call(registrationEndpoints.get, { params: { id } })
      expect([number, details.statusCode]).toEqual([number, 200])
    }
  })

  test('pupils can be found by any spelling and opened', async () => {
    const head = await headOf('fsw')
    const found = (await head.call(pupilEndpoints.list, { query: { search: 'mueller', per_page: 0 } })).json()
    const lastnames = new Set(found.data.map(({ lastname }: { lastname: string }) => lastname))
    for (const name of ['Müller', 'Mueller', 'Muller']) expect(lastnames).toContain(name)
    for (const { id } of found.data.slice(0, 5)) {
      expect((await head.call(pupilDetailsEndpoints.get, { params: { id } })).statusCode).toBe(200)
    }
  })

  test('the next numbers go on where the demo ends', async () => {
    const numbers = await rowsOf<{ name: string; last_number: number; used: number }>(
      `select q.name, q.last_number, case q.name when 'pupil' then (select count(*)::int from pupil p where p.school_id = q.school_id)
        else (select count(*)::int from registration r where r.school_id = q.school_id) end as used from number_sequence q`,
    )
    expect(numbers.map(({ name }) => name).sort()).toEqual(['pupil', 'pupil', 'registration-2027', 'registration-2027'])
    for (const { last_number, used } of numbers) expect(last_number).toBe(used)
  })
})

/** These values differ with every filling: salts, nonces, tokens, and the time when the rows were really written. */
const TECHNICAL = [
  'password_hash',
  'uuid_encrypted',
  'value_encrypted',
  'content_encrypted',
  'bounce_token',
  'applied_at',
]
const TECHNICAL_IN: Record<string, string[]> = { user_log: ['created_at'], pupil_link: ['created_at'] }

async function dump(client: pg.Client) {
  const tables = await client.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
  )
  const rows: Record<string, string[]> = {}
  for (const { name } of tables.rows) {
    const left = [...TECHNICAL, ...(TECHNICAL_IN[name] ?? [])]
    const { rows: found } = await client.query<{ row: string }>(
      `select (to_jsonb(t) - $1::text[])::text as row from ${name} t order by 1`,
      [left],
    )
    rows[name] = found.map(({ row }) => row)
  }
  return rows
}

describe('filling', () => {
  test('the same seed and anchor give the same rows in every table', async () => {
    const other = await makeTestDatabase()
    await fillDemo({ pool: other.pool, keys: app.platform.keys, anchor: '2027-02-10' })
    const third = await makeTestDatabase()
    await fillDemo({ pool: third.pool, keys: app.platform.keys, anchor: '2027-02-10' })
    const [a, b] = [await lookInside(other.connection.database), await lookInside(third.connection.database)]
    const [first, second] = [await dump(a), await dump(b)]
    await Promise.all([a.end(), b.end()])
    await Promise.all([other.drop(), third.drop()])
    expect(Object.keys(first).length).toBeGreaterThan(20)
    expect(first.pupil?.length).toBeGreaterThan(350)
    expect(first.employee).toHaveLength(41)
    expect(first.registration?.length).toBeGreaterThan(50)
    for (const [table, rows] of Object.entries(first)) expect([table, second[table]]).toEqual([table, rows])
  })

  test('an existing demo keeps people’s changes', async () => {
    await rowsOf("update school set website = 'https://example.org' where short = 'fsw'")
    const again = await fillDemo({ pool: app.platform.pool, keys: app.platform.keys, anchor: ANCHOR })
    expect(again).toEqual({ mark: { seed: 20260801, anchor: ANCHOR }, isNew: false })
    expect(await rowsOf("select website from school where short = 'fsw'")).toEqual([{ website: 'https://example.org' }])
    expect(await rowsOf('select count(*)::int as schools from school')).toEqual([{ schools: 2 }])
  })

  test('another anchor is refused with what to do, unless nobody asked for one', async () => {
    const wish = { pool: app.platform.pool, keys: app.platform.keys, anchor: '2026-12-01' }
    await expect(fillDemo(wish)).rejects.toThrow(OtherDemoError)
    await expect(fillDemo(wish)).rejects.toThrow('Bitte wählen Sie mit --data einen anderen Ordner')
    expect(await fillDemo({ ...wish, keepsOther: true })).toMatchObject({ mark: { anchor: ANCHOR }, isNew: false })
  })

  test('a database with real data is never touched', async () => {
    const real = await makeTestDatabase()
    await real.pool.query("insert into app_user (name, email) values ('Erste Person', 'erste@example.org')")
    const wish = { pool: real.pool, keys: app.platform.keys, anchor: ANCHOR, keepsOther: true }
    await expect(prepareDemo({ ...wish, owner: real.owner.options, shiftMs: 1000 })).rejects.toThrow(
      'andere Daten, keine Demo',
    )
    const moved = await real.owner.query("select from pg_trigger where tgname = 'zz_demo_stamps'")
    expect(moved.rowCount).toBe(0)
    expect((await real.pool.query('select count(*)::int as n from app_user')).rows).toEqual([{ n: 1 }])
    await real.drop()
  })

  test.each(['2026-08-01', '2027-07-31', '2028-02-29', '2031-10-04'])(
    'any anchor day is possible: %s',
    async (anchor) => {
      const database = await makeTestDatabase()
      expect(await fillDemo({ pool: database.pool, keys: app.platform.keys, anchor })).toMatchObject({ isNew: true })
      await database.drop()
    },
  )
})
