import pg from 'pg'

export const LASTNAMES = [
  'Müller',
  'Schmidt',
  'Schulze',
  'Krüger',
  'Lehmann',
  'Richter',
  'Neumann',
  'Schröder',
  'Zimmermann',
  'Böhm',
  'Groß',
  'Weiß',
  'Jäger',
  'Hübner',
  'Noack',
  'Nowak',
  'Kowalski',
  'Yılmaz',
  'Kaya',
  'Öztürk',
]
export const FIRSTNAMES = [
  'Emma',
  'Mia',
  'Hannah',
  'Emilia',
  'Charlotte',
  'Ella',
  'Lina',
  'Frieda',
  'Marie',
  'Clara',
  'Ben',
  'Oskar',
  'Emil',
  'Finn',
  'Noah',
  'Paul',
  'Matteo',
  'Theo',
  'Carl',
  'Louis',
]

interface Extent {
  schools: number
  pupilsEach: number
  /** Memberships are valid on this day (YYYY-MM-DD). */
  today: string
}

const SCHOOLS = `insert into school (short, name, school_type, grade_min, grade_max, entry_grade, carrier_name, street, house_number, zip, city, phone, mail, privacy_officer_contact)
  select 's' || n, 'Schule ' || n, 'primary', 1, 6, 1, 'Träger', 'Am Anger', '1', '15999', 'Wacholderhain', '030 23125-100', 'schule@example.org', 'datenschutz@example.org'
  from generate_series((select coalesce(max(id), 0) + 1 from school), (select coalesce(max(id), 0) + $1::int from school)) n returning id`

const GRADES = `insert into schoolgrade (school_id, grade, name) select s, n, 'Klassenstufe ' || n from unnest($1::bigint[]) s, generate_series(1, 6) n`

const YEARS = `insert into schoolyear (school_id, name, date_start, date_end, half_year_end, state)
  select s, to_char($2::date, 'YYYY') || '/' || (to_char($2::date, 'YYYY')::int + 1), $2::date - 100, $2::date + 250, $2::date + 60, 'active' from unnest($1::bigint[]) s`

const CLASSES = `insert into schoolclass (school_id, school_year_id, schoolgrade_id, description)
  select g.school_id, y.id, g.id, d from schoolgrade g join schoolyear y using (school_id), unnest(array['a', 'b', 'c', 'd']) d where g.school_id = any($1)`

const PUPILS = `insert into pupil (school_id, pupil_number, lastname, firstname, gender, birthdate, status, date_entry, city)
  select s, 'S' || s || '-' || lpad(n::text, 5, '0'), case when n % 400 = 7 then 'Hegewald' else ($3::text[])[1 + (n * 7 + s) % 20] end || case when n % 50 = 0 then '-' || ($3::text[])[1 + n % 20] else '' end,
    ($4::text[])[1 + (n * 13 + s) % 20], (array['f', 'm'])[1 + n % 2], date '2014-08-01' + (n * 37 % 2190), case when n % 40 = 0 then 'left' else 'active' end, date '2024-08-01', 'Wacholderhain'
  from unnest($1::bigint[]) s, generate_series(1, $2::int) n`

const MEMBERSHIPS = `insert into pupil_schoolclass (school_id, pupil_id, school_year_id, schoolgrade_id, schoolclass_id, date_start, reason)
  select p.school_id, p.id, c.school_year_id, c.schoolgrade_id, c.id, $2::date - 100, 'entry'
  from (select *, row_number() over (partition by school_id order by id) as n from pupil where school_id = any($1)) p
  join (select *, row_number() over (partition by school_id order by id) - 1 as n, count(*) over (partition by school_id) as of from schoolclass where school_id = any($1)) c
    on c.school_id = p.school_id and c.n = p.n % c.of`

/** A guardian for each pupil, with the same last name and number. */
const GUARDIANS = [
  `insert into guardian (school_id, firstname, lastname, phone_mobile, mail)
    select school_id, 'Anna', lastname, '030 2312' || lpad(id::text, 7, '0'), 'familie' || id || '@example.org' from pupil where school_id = any($1)`,
  `insert into pupil_guardian (school_id, pupil_id, guardian_id, relationship, has_custody, lives_with_pupil, emergency_priority)
    select p.school_id, p.id, g.id, 'mother', true, true, 1
    from pupil p join guardian g on g.school_id = p.school_id and g.mail = 'familie' || p.id || '@example.org' where p.school_id = any($1)`,
]

/** Fills a database as fast as possible: as superuser, without triggers. Returns the ids of the schools. */
export async function makeManySchools(
  superuser: pg.ClientConfig,
  { schools, pupilsEach, today }: Extent,
): Promise<number[]> {
  const client = new pg.Client(superuser)
  await client.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    // A constraint that only matters for later writes; checking a million new rows one by one would take most of the
    // time.
    await client.query('alter table pupil_schoolclass drop constraint if exists pupil_schoolclass_no_overlap')
    const { rows } = await client.query<{ id: string }>(SCHOOLS, [schools])
    const ids = rows.map(({ id }) => Number(id))
    await client.query(GRADES, [ids])
    await client.query(YEARS, [ids, today])
    await client.query(CLASSES, [ids])
    await client.query(PUPILS, [ids, pupilsEach, LASTNAMES, FIRSTNAMES])
    // Without statistics each pupil would be compared with the classes of all schools.
    await client.query('analyze pupil, schoolclass')
    await client.query(MEMBERSHIPS, [ids, today])
    for (const statement of GUARDIANS) await client.query(statement, [ids])
    // Rows that the triggers would have written.
    for (const id of ids) {
      await client.query(`select set_config('app.school_id', $1, true)`, [id])
      await client.query('select count_pupils_anew(), find_pupils_anew()')
    }
    await client.query('commit')
    return ids
  } finally {
    await client.end()
  }
}
