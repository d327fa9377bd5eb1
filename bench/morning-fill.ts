import pg from 'pg'
import { FIRSTNAMES, LASTNAMES } from './many-schools.ts'
import { ANSWERS } from './registration-paper.ts'

/**
 * A whole federal state in one database. Every id can be computed from the number of the school, so that the load knows
 * whom it asks for without reading anything: school s has the users s·20 to s·20 + 15 and the pupils s·1000 + 1 and on.
 */
export interface StateExtent {
  schools: number
  /** The stored hash of everybody's password. */
  passwordHash: string
  /** A school day (YYYY-MM-DD). */
  today: string
}

/** Ten sizes of schools, 200 pupils in the middle. */
export const SCHOOL_SIZES = [60, 90, 120, 150, 180, 200, 230, 260, 300, 410] as const
export const USERS_EACH = 16
export const OFFICES_EACH = 2

export const pupilsOf = (school: number) => SCHOOL_SIZES[school % SCHOOL_SIZES.length] as number
export const userOf = (school: number, position: number) => school * 20 + position
export const pupilOf = (school: number, position: number) => school * 1000 + position
export const registrationOf = (school: number, position: number) => school * 100 + position
export const REGISTRATIONS_EACH = 40
export const sessionOf = (user: number) => `bench-page-${user}`

const SIZE = `(array[${SCHOOL_SIZES.join(', ')}])[1 + s % ${SCHOOL_SIZES.length}]`
const CLASSES_A_GRADE = `greatest(1, round(${SIZE} / 6.0 / 23)::int)`
const CONTACT = `'anna ' || search_fold(lastname) || ' 0151' || lpad(id::text, 8, '0') || ' ben ' || search_fold(lastname)`

/** In this order; $1 is the number of schools, $2 today. */
const STATEMENTS: readonly [what: string, statement: string][] = [
  [
    'school',
    `insert into school (id, short, name, school_type, grade_min, grade_max, entry_grade, carrier_name, street, house_number, zip, city, phone, mail, privacy_officer_contact)
     overriding system value
     select s, 's' || s, 'Schule ' || s, 'primary', 1, 6, 1, 'Träger ' || s / 20, 'Am Anger', '1', '15999', 'Wacholderhain', '030 23125-100', 'schule' || s || '@example.org', 'datenschutz@example.org'
     from generate_series(1, $1::int) s where $2::date is not null`,
  ],
  [
    'schoolgrade',
    `insert into schoolgrade (school_id, id, grade, name) overriding system value
     select s, s * 10 + g, g, 'Klassenstufe ' || g from generate_series(1, $1::int) s, generate_series(1, 6) g where $2::date is not null`,
  ],
  [
    'schoolyear',
    `insert into schoolyear (school_id, id, name, date_start, date_end, half_year_end, state) overriding system value
     select s, s * 2 + n, (y + n) || '/' || (y + n + 1), $2::date - 100 + n * 365, $2::date + 264 + n * 365, $2::date + 60 + n * 365, (array['active', 'planned'])[1 + n]
     from generate_series(1, $1::int) s, generate_series(0, 1) n, (select extract(year from $2::date)::int as y) made`,
  ],
  [
    'schoolclass',
    `insert into schoolclass (school_id, id, school_year_id, schoolgrade_id, description) overriding system value
     select s, s * 100 + g * 10 + c, s * 2, s * 10 + g, chr(96 + c)
     from generate_series(1, $1::int) s, generate_series(1, 6) g, generate_series(1, ${CLASSES_A_GRADE}) c where $2::date is not null`,
  ],
  [
    'user_school',
    `insert into user_school (user_id, school_id) select s * 20 + k, s from generate_series(1, $1::int) s, generate_series(0, ${USERS_EACH - 1}) k where $2::date is not null`,
  ],
  [
    'employee',
    `insert into employee (school_id, id, firstname, lastname, short_name, employee_type, mail, user_id, date_entry) overriding system value
     select s, s * 20 + k, 'Alex', 'Lehrkraft ' || k, 'T' || chr(97 + k) || 'x', 'teacher', 'lehrkraft' || s * 20 + k || '@example.org', s * 20 + k, $2::date - 800
     from generate_series(1, $1::int) s, generate_series(${OFFICES_EACH}, ${USERS_EACH - 2}) k`,
  ],
  [
    'schoolclass_employee',
    `insert into schoolclass_employee (school_id, id, schoolclass_id, employee_id, function, date_start) overriding system value
     select school_id, id, id, school_id * 20 + ${OFFICES_EACH} + (row_number() over (partition by school_id order by id) - 1) % ${USERS_EACH - 1 - OFFICES_EACH}, 'responsible', $2::date - 100
     from schoolclass where school_id <= $1`,
  ],
  [
    'pupil',
    `insert into pupil (school_id, id, pupil_number, lastname, firstname, gender, birthdate, status, date_entry, city, street, house_number, zip, search_contact) overriding system value
     select s, id, 'S' || s || '-' || lpad(i::text, 5, '0'), lastname, ($4::text[])[1 + (i * 13 + s) % 20], (array['f', 'm'])[1 + i % 2], date '2014-08-01' + (i * 37 % 2190),
       case when i % 40 = 0 then 'left' else 'active' end, $2::date - 500, 'Wacholderhain', 'Birkenweg', (1 + i % 90)::text, '15999', ' wacholderhain ' || ${CONTACT}
     from generate_series(1, $1::int) s, generate_series(1, ${SIZE}) i,
       lateral (select s * 1000 + i as id, ($3::text[])[1 + (i * 7 + s) % 20] || case when i % 50 = 0 then '-' || ($3::text[])[1 + i % 20] else '' end as lastname) made`,
  ],
  [
    'pupil_schoolclass',
    `insert into pupil_schoolclass (school_id, id, pupil_id, school_year_id, schoolgrade_id, schoolclass_id, date_start, reason) overriding system value
     select s, s * 1000 + i, s * 1000 + i, s * 2, s * 10 + 1 + i % 6, s * 100 + (1 + i % 6) * 10 + 1 + i / 6 % ${CLASSES_A_GRADE}, $2::date - 100, 'entry'
     from generate_series(1, $1::int) s, generate_series(1, ${SIZE}) i`,
  ],
  [
    'guardian',
    `insert into guardian (school_id, id, firstname, lastname, phone_mobile, mail, mail_verified_at, city, street, house_number, zip) overriding system value
     select school_id, id * 2 + n, (array['Anna', 'Ben'])[1 + n], lastname, '0151 ' || lpad(id::text, 8, '0'), 'familie' || id || '.' || n || '@example.org', $2::date - 90, city, street, house_number, zip
     from pupil, generate_series(0, 1) n where school_id <= $1 and (n = 0 or id % 10 < 7)`,
  ],
  [
    'pupil_guardian',
    `insert into pupil_guardian (school_id, id, pupil_id, guardian_id, relationship, has_custody, lives_with_pupil, emergency_priority, receives_sicknote_mail) overriding system value
     select school_id, id, id / 2, id, (array['mother', 'father'])[1 + id % 2], true, true, 1 + id % 2, id % 2 = 0 from guardian where school_id <= $1 and $2::date is not null`,
  ],
  [
    'pupil_link',
    `insert into pupil_link (uuid_hash, school_id, pupil_id, uuid_encrypted)
     select sha256(convert_to(md5('link' || id)::uuid::text, 'UTF8')), school_id, id, '\\x00' from pupil where school_id <= $1 and $2::date is not null order by 1`,
  ],
  [
    'pupil_word',
    `insert into pupil_word (school_id, word, pupil_id, is_contact, status)
     select p.school_id, w.word, p.id, w.is_contact, p.status from pupil p cross join lateral words_of_pupil(p.search_name, p.search_contact) w
     where p.school_id <= $1 and $2::date is not null`,
  ],
  [
    'pupil_tally',
    `insert into pupil_tally (school_id, status, delta) select school_id, status, count(*) from pupil where school_id <= $1 and $2::date is not null group by 1, 2`,
  ],
  [
    'absences of the weeks before',
    `insert into pupil_sicknote (school_id, id, pupil_id, date_start, date_end, source, excuse_state, created_at) overriding system value
     select school_id, id, id, day, day + (id % 3)::int, 'public_link', 'excused', day + time '07:20' from pupil, lateral (select $2::date - 7 - (id * 7 % 60)::int as day) d where school_id <= $1`,
  ],
  [
    'absences that last until today',
    `insert into pupil_sicknote (school_id, id, pupil_id, date_start, date_end, source, excuse_state) overriding system value
     select school_id, id + 100000000, id, $2::date - 1, $2::date + (id % 3)::int, 'public_link', 'excused' from pupil where school_id <= $1 and id % 33 = 5 and status = 'active'`,
  ],
  [
    'registration',
    `insert into registration (school_id, id, number, school_year_id, desired_grade, entry_type, status, source, meta, form_version, created_at, arrival_announced_at) overriding system value
     select s, s * 100 + n, 'S' || s || '-2027-' || lpad(n::text, 4, '0'), s * 2 + 1, 1, 'regular', (array['new', 'accepted', 'rejected'])[1 + n % 3], 'web',
       $5::jsonb || jsonb_build_object('child_firstname', ($4::text[])[1 + (n * 3 + s) % 20], 'child_lastname', ($3::text[])[1 + (n + s) % 20],
         'child_birthdate', date '2020-10-01' + n), '2026.1', $2::date - (1 + n % 50), $2::date - n % 50
     from generate_series(1, $1::int) s, generate_series(1, ${REGISTRATIONS_EACH}) n`,
  ],
  [
    'registration_contact',
    `insert into registration_contact (school_id, id, registration_id, position, firstname, lastname, relationship, has_custody, mail, phone, same_address) overriding system value
     select school_id, id * 2 + n, id, 1 + n, (array['Anna', 'Ben'])[1 + n], child_lastname, (array['mother', 'father'])[1 + n], true, 'bewerbung' || id || '.' || n || '@example.org', '0331 ' || 100000 + id, true
     from registration, generate_series(0, 1) n where school_id <= $1 and $2::date is not null`,
  ],
  [
    'user_log',
    `insert into user_log (school_id, created_at, user_id, user_name, role, action, entity_type, entity_id, changed_fields, request_id)
     select p.school_id, $2::date - 1 - n - (p.id % 60)::int + time '07:30', p.school_id * 20, 'Büro', 'schooladmin', 'pupil_updated', 'pupil', p.id, '{phone}', 'req-' || p.id || '-' || n
     from generate_series(0, 2) n, pupil p where p.school_id <= $1`,
  ],
]

/** Two of three sign in with a session that is already there; $3 is everybody's hash. */
const USERS = `insert into app_user (id, name, email, password_hash, role, school_id, home_school_id, last_login_at) overriding system value
  select s * 20 + k, 'Person ' || k, 'person' || s * 20 + k || '@example.org', $2, case when k < ${OFFICES_EACH} then 'schooladmin' when k = ${USERS_EACH - 1} then 'viewer' else 'teacher_level_1' end, s, s, now()
  from generate_series(1, $1::int) s, generate_series(0, ${USERS_EACH - 1}) k`

const NEXT_IDS = `select setval(pg_get_serial_sequence(format('%I.%I', table_schema, table_name), column_name), 1000000000)
  from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`

const argumentsOf = (statement: string, values: readonly unknown[]) =>
  values.slice(0, Math.max(...[...statement.matchAll(/\$(\d)/g)].map(([, number]) => Number(number))))

/** Fills an empty database as fast as possible: as superuser, without triggers. Says what it has done. */
export async function fillState(
  superuser: pg.ClientConfig,
  { schools, passwordHash, today }: StateExtent,
  say: (line: string) => void,
) {
  const client = new pg.Client(superuser)
  await client.connect()
  try {
    await client.query(
      `set session_replication_role = replica; set work_mem = '256MB'; set maintenance_work_mem = '1GB'`,
    )
    // The constraint matters for later writes only; checking a million rows by it would take most of the time. The
    // index comes back below, because inserting and reading use it.
    for (const [what, statement] of STATEMENTS) {
      const start = performance.now()
      const { rowCount } = await client.query(
        statement,
        argumentsOf(statement, [schools, today, LASTNAMES, FIRSTNAMES, ANSWERS.meta]),
      )
      say(`${what}: ${rowCount} rows, ${Math.round((performance.now() - start) / 1000)} s`)
    }
    await client.query(USERS, [schools, passwordHash])
    await client.query(NEXT_IDS)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** Sessions of the pages that are open when the morning begins. */
export async function openSessions(
  superuser: pg.ClientConfig,
  { schools, pagesEach }: { schools: number; pagesEach: number },
) {
  const client = new pg.Client(superuser)
  await client.connect()
  await client.query(
    `insert into session (token_hash, user_id, remember, expires_at)
     select sha256(convert_to('bench-page-' || id, 'UTF8')), id, true, now() + interval '1 day'
     from (select s * 20 + k as id from generate_series(1, $1::int) s, generate_series(0, $2::int - 1) k) pages`,
    [schools, pagesEach],
  )
  await client.end()
}
