import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { pupilExportEndpoints } from '#contract/pupilexports/pupilexports.ts'
import { CHOSEN_MAX } from '#contract/pupils/pupils.ts'
import { type ClassSchool, openClassSchool } from '#server/test/class-school.ts'
import { longestStep, STEP_SHARE_MAX } from '#server/test/longest-step.ts'

const FILL = `with grown as (
    insert into guardian (school_id, firstname, lastname, phone_mobile, mail)
      select $1, 'Eva', 'Muster ' || n, '+49170' || n, 'eva' || n || '@example.org' from generate_series(1, $2::int) n returning id),
  pupils as (
    insert into pupil (school_id, pupil_number, lastname, firstname, gender, birthdate, status, date_entry, street, zip, city)
      select $1, 'P-' || n, 'Kind ' || n, 'Mia', 'f', '2018-05-03', 'active', '2024-08-01', 'Dorfstraße', '15999', 'Wald'
      from generate_series(1, $2::int) n returning id),
  linked as (
    insert into pupil_guardian (school_id, pupil_id, guardian_id, relationship, has_custody)
      select $1, p.id, g.id, 'mother', true from (select id, row_number() over () as n from pupils) p
      join (select id, row_number() over () as n from grown) g using (n)),
  members as (
    insert into pupil_schoolclass (school_id, pupil_id, school_year_id, schoolgrade_id, schoolclass_id, date_start, reason)
      select $1, p.id, c.school_year_id, c.schoolgrade_id, c.id, '2026-08-01', 'entry' from pupils p
      cross join (select * from schoolclass where id = $3) c)
  select id from pupils order by id`

let school: ClassSchool
let ids: number[]
beforeAll(async () => {
  school = await openClassSchool()
  // The test is not about the triggers of 80,000 rows.
  const client = new pg.Client({ ...school.app.database.connection, user: inject('superuser') })
  await client.connect()
  await client.query('set session_replication_role = replica')
  const { rows } = await client.query<{ id: string }>(FILL, [school.fsw, CHOSEN_MAX, await school.classOf('1a')])
  await client.query('analyze')
  await client.end()
  ids = rows.map(({ id }) => Number(id))
})
afterAll(() => school.app.stop())

/** In addition to the existing rows. */
const HEAP_MAX = 400e6

test.each(['xlsx', 'schild'] as const)(
  '20,000 pupils as %s do not block other requests and need little memory',
  async (format) => {
    const before = process.memoryUsage().heapUsed
    const { share, result: reply } = await longestStep(() =>
      school.head.call(pupilExportEndpoints.create, { body: { format, ids } }),
    )
    expect(reply.statusCode, reply.body.slice(0, 200)).toBe(200)
    expect(reply.rawPayload.length).toBeGreaterThan(100_000)
    expect(share).toBeLessThan(STEP_SHARE_MAX)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(HEAP_MAX)
  },
  // The thread computes 3 s, and on a busy machine others do as well.
  60_000,
)
