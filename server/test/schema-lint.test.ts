import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestDatabase, type TestDatabase } from './test-database.ts'

/** Tables of the installation, each with the reason why its rows belong to no school. */
const GLOBAL_TABLES: Record<string, string> = {
  school: 'the tenants themselves',
  app_user: 'an account may belong to several schools',
  user_school: 'which schools those are',
  session: 'found by token before any school is known',
  login_challenge: 'a login knows no school yet',
  sign_in_attempt: 'a login knows no school yet',
  passkey: 'belongs to an account',
  identity: 'belongs to an account',
  identity_provider: 'one provider may serve several schools',
  identity_provider_rule: 'belongs to a provider of the installation',
  login_demand: 'read at every request, of an admin for all own schools at once; holds no personal data',
  password_link: 'found by token before any school is known',
  recovery_code: 'belongs to an account',
  account_mail: 'mails about accounts, which may belong to several schools or none',
  legal_text: 'the installation has one imprint',
  setup_link: 'there is no school yet',
  idempotency: 'found by a hash before any school is known',
  rate_limit: 'counts addresses, not schools',
  pupil_link: 'directory: hash to school, read by security definer functions only',
  sicknote_calendar_link: 'directory: hash to school and account, read by security definer functions only',
  registration_status_link: 'directory: hash to school and contact, read by security definer functions only',
  data_check_link: 'directory: hash to school and reader, read by security definer functions only',
  user_log: 'events of the installation have no school; its own policy',
  task_run: 'timed tasks run once for all schools',
  system_alarm: 'the state of the machines, not of a school',
  mail_passage: 'the installation has one mail server',
  bounce_mailbox: 'the installation has one mailbox for returned mails',
  schema_migration: 'bookkeeping of migrate.ts',
}

/** Lookup tables and secrets that the application reads only through functions. */
const CLOSED_TABLES = [
  'session',
  'login_challenge',
  'sign_in_attempt',
  'password_link',
  'setup_link',
  'idempotency',
  'pupil_link',
  'sicknote_calendar_link',
  'registration_status_link',
  'data_check_link',
  'schema_migration',
]

let database: TestDatabase
beforeAll(async () => {
  database = await makeTestDatabase()
})
afterAll(() => database.drop())

const ask = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await database.owner.query<Row>(text, values)).rows

const schoolTables = async () => {
  const rows = await ask<{ name: string; secured: boolean; forced: boolean }>(
    `select relname as name, relrowsecurity as secured, relforcerowsecurity as forced from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  return rows.filter(({ name }) => !(name in GLOBAL_TABLES))
}

test('every table is a school table or stands on the list with its reason', async () => {
  const tables = await ask<{ name: string; owned: boolean }>(
    `select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'school_id' and a.attnotnull) as owned
     from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  expect(tables.filter(({ name, owned }) => !owned && !(name in GLOBAL_TABLES))).toEqual([])
  const existing = tables.map(({ name }) => name)
  expect(Object.keys(GLOBAL_TABLES).filter((name) => !existing.includes(name))).toEqual([])
})

test('every school table has forced row-level security with the one policy', async () => {
  const tables = await schoolTables()
  expect(tables.length).toBeGreaterThan(15)
  expect(tables.filter(({ secured, forced }) => !secured || !forced)).toEqual([])
  const policies = await ask<{ table: string; using: string; check: string }>(
    `select tablename as table, qual as using, with_check as check from pg_policies
     where schemaname = 'public' and tablename <> 'user_log' and permissive = 'PERMISSIVE'`,
  )
  const condition = '(school_id = ( SELECT current_school() AS current_school))'
  for (const { name } of tables) {
    expect(policies.filter(({ table }) => table === name)).toEqual([
      { table: name, using: condition, check: condition },
    ])
  }
})

/** Columns that name a person whose processing can be restricted, or a row that belongs to one (ADR 0042). */
const PERSON_COLUMNS: Record<string, string> = {
  pupil_id: 'pupil',
  guardian_id: 'guardian',
  employee_id: 'employee',
  registration_id: 'registration',
  contact_id: 'registration',
}

/** Tables with such a column that hide nothing, each with the reason. */
const OPEN_TABLES: Record<string, string> = {
  restriction: 'says who is hidden; read by the domain restrictions only',
  pupil_link: 'found by a secret only; the page it opens is hidden',
  registration_contact_link: 'found by a secret only; the page it opens is hidden',
  registration_status_link: 'found by a secret only; the page it opens is hidden',
}

test('every table with rows about a person hides those of restricted people from the application', async () => {
  const columns = await ask<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = any($1) and not a.attisdropped`,
    [Object.keys(PERSON_COLUMNS)],
  )
  // A foreign key under another name counts as well.
  const keys = await ask<{ table: string; column: string; target: string }>(
    `select conrelid::regclass::text as table, a.attname as column, confrelid::regclass::text as target from pg_constraint
     join pg_attribute a on a.attrelid = conrelid and a.attnum = conkey[2]
     where contype = 'f' and confrelid = any(array['pupil', 'guardian', 'employee', 'registration']::regclass[])`,
  )
  const people = ['pupil', 'guardian', 'employee', 'registration']
  const wanted = [
    ...people.map((subject) => ({ table: subject, column: 'id', subject })),
    ...columns.map(({ table, column }) => ({ table, column, subject: PERSON_COLUMNS[column] ?? '' })),
    ...keys.map(({ table, column, target }) => ({ table, column, subject: target })),
  ].filter(({ table }) => !(table in OPEN_TABLES))
  const policies = await ask<{ table: string; name: string; using: string; command: string }>(
    `select tablename as table, policyname as name, qual as using, cmd as command from pg_policies
     where schemaname = 'public' and permissive = 'RESTRICTIVE' and roles = '{schulhof_app}'`,
  )
  const isHidden = ({ table, column, subject }: (typeof wanted)[number]) =>
    policies.some(
      (policy) =>
        policy.table === table &&
        policy.name === `restricted_${subject}` &&
        policy.command === 'ALL' &&
        policy.using.includes(`(${column} <> ALL (ARRAY( SELECT h.id\n   FROM hidden_${subject} h)))`),
    )
  expect(wanted.length).toBeGreaterThan(30)
  expect(wanted.filter((one) => !isHidden(one))).toEqual([])
  expect(Object.keys(OPEN_TABLES).filter((name) => ![...columns, ...keys].some(({ table }) => table === name))).toEqual(
    [],
  )
})

test('a new row of every school table belongs to the school of its transaction', async () => {
  const defaults = await ask<{ table: string; value: string }>(
    `select c.relname as table, pg_get_expr(d.adbin, d.adrelid) as value from pg_attrdef d
     join pg_class c on c.oid = d.adrelid join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
     where c.relnamespace = 'public'::regnamespace and a.attname = 'school_id'`,
  )
  const names = (await schoolTables()).map(({ name }) => ({ table: name, value: 'current_school()' }))
  expect(defaults.toSorted((a, b) => (a.table < b.table ? -1 : 1))).toEqual(
    names.toSorted((a, b) => (a.table < b.table ? -1 : 1)),
  )
})

test('every key, foreign key and index of a school table starts with the school', async () => {
  const indexes = await ask<{ table: string; index: string; first: string }>(
    `select t.relname as table, i.relname as index, a.attname as first from pg_index x
     join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
     left join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
     where t.relnamespace = 'public'::regnamespace`,
  )
  const names = new Set((await schoolTables()).map(({ name }) => name))
  expect(indexes.filter(({ table, first }) => names.has(table) && first !== 'school_id')).toEqual([])
  const foreignKeys = await ask<{ table: string; constraint: string; first: string; target: string }>(
    `select conrelid::regclass::text as table, conname as constraint, a.attname as first, confrelid::regclass::text as target
     from pg_constraint join pg_attribute a on a.attrelid = conrelid and a.attnum = conkey[1]
     where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  const wrong = foreignKeys.filter(({ table, first }) => names.has(table) && first !== 'school_id')
  expect(wrong).toEqual([])
})

test('the application owns nothing, bypasses nothing and reaches directories only through functions', async () => {
  const [role] = await ask(
    `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = 'schulhof_app'`,
  )
  expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false })
  const granted = await ask<{ table: string; right: string }>(
    `select table_name as table, privilege_type as right from information_schema.role_table_grants
     where grantee in ('schulhof_app', 'PUBLIC') and table_schema in ('public', 'graphile_worker')`,
  )
  expect(granted.filter(({ table }) => CLOSED_TABLES.includes(table))).toEqual([])
  expect(granted.filter(({ right }) => ['TRUNCATE', 'TRIGGER', 'REFERENCES'].includes(right))).toEqual([])
  const log = granted.filter(({ table }) => table === 'user_log').map(({ right }) => right)
  expect(log).toEqual(['SELECT'])
})

test('no function of ours is open to everyone, and every security definer pins its search path', async () => {
  const open = await ask(
    `select proname from pg_proc where pronamespace = 'public'::regnamespace and pg_get_userbyid(proowner) = 'schulhof_owner'
     and (proacl is null or exists (select from aclexplode(proacl) where grantee = 0))`,
  )
  expect(open).toEqual([])
  const loose = await ask(
    `select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
     and not coalesce(array_to_string(proconfig, ','), '') like 'search_path=pg_catalog%'`,
  )
  expect(loose).toEqual([])
})

test('every table is described', async () => {
  const silent = await ask(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
     and obj_description(oid) is null and relname <> 'schema_migration'`,
  )
  expect(silent).toEqual([])
})

test('without a school no row of any school table is visible, and none can be written', async () => {
  for (const { name } of await schoolTables()) {
    const { rows } = await database.pool.query(`select count(*)::int as n from ${name}`)
    expect(rows, name).toEqual([{ n: 0 }])
  }
  await expect(
    database.pool.query(`insert into school_setting (school_id, key, setting_value) values (1, 'x', '{}')`),
  ).rejects.toThrow(/row-level security/)
})

test('the log cannot be written past its function, changed or emptied by the application', async () => {
  await expect(database.pool.query(`insert into user_log (action, entity_type) values ('x', 'y')`)).rejects.toThrow(
    /permission denied/,
  )
  await expect(database.pool.query(`update user_log set action = 'x'`)).rejects.toThrow(/permission denied/)
  await expect(database.pool.query('delete from user_log')).rejects.toThrow(/permission denied/)
})

test('the application cannot write the job tables itself', async () => {
  await expect(database.pool.query(`select graphile_worker.add_job('send_mail')`)).rejects.toThrow(/permission denied/)
})

test('a later transaction cannot change a log row by naming its request', async () => {
  const school =
    await database.owner.query(`insert into school (short, name, school_type, grade_min, grade_max, entry_grade, carrier_name, street, house_number, zip, city, phone, mail, privacy_officer_contact)
    values ('abc', 'Schule', 'primary', 1, 6, 1, 't', 's', '1', '15999', 'o', '1', 'm', 'p') returning id`)
  const inSchool = async (action: string) => {
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query(`select set_config('app.request_id', 'r1', true), set_config('app.school_id', $1, true)`, [
      school.rows[0].id,
    ])
    await client.query(`select log_entry('pupil', 7, $1, '{}', true)`, [action])
    const { rows } = await client.query('select action from user_log')
    await client.query('commit')
    client.release()
    return rows
  }
  expect(await inSchool('first')).toEqual([{ action: 'first' }])
  expect(await inSchool('forged')).toEqual([{ action: 'first' }])
})
