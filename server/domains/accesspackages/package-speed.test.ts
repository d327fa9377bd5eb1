import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPackageSchool, type PackageSchool, sectionsOf } from '#server/test/package-school.ts'

let school: PackageSchool
beforeAll(async () => {
  school = await openPackageSchool()
})
afterAll(() => school.app.stop())

const LINES = 4000
/** Domain DP-04 allows a minute for one person; a busy machine gets half of it. */
const SECONDS_MAX = 30

test('a child with years of records and thousands of lines in the log is written in time', {
  timeout: 90_000,
}, async () => {
  await school.inFsw(async (tx) => {
    await sql`insert into pupil_sicknote (school_id, pupil_id, date_start, date_end, source, comment)
      select ${school.fsw}, ${school.mia}, d::date, d::date, 'phone', 'Kommentar ' || d::date
      from generate_series('2024-01-01'::date, '2025-12-31'::date, interval '3 days') d`.execute(tx)
    await sql`select set_config('app.request_id', '', true)`.execute(tx)
    await sql`insert into pupil_note (school_id, pupil_id, body_markdown)
      select ${school.fsw}, ${school.mia}, repeat('Ein Satz über den Tag. ', 20) from generate_series(1, 200)`.execute(
      tx,
    )
    for (let written = 0; written < LINES; written += 1000)
      await sql`select log_entry('pupil', ${school.mia}, 'pupil_viewed', '{}', true, 'ok') from generate_series(1, 1000)`.execute(
        tx,
      )
  })
  const began = performance.now()
  const opened = await school.open({ subject: 'pupil', id: school.mia })
  const seconds = (performance.now() - began) / 1000
  const lines = sectionsOf(opened.data.sections, 'log').flatMap(({ entries }) => entries)
  expect(lines.length).toBeGreaterThan(LINES)
  expect(opened.pdf.pages.length).toBeGreaterThan(100)
  expect(seconds).toBeLessThan(SECONDS_MAX)
})
