import pg from 'pg'
import { openPool } from '#server/db/database.ts'
import { runRetention } from '#server/domains/retentions/run-retention.ts'
import { startBenchDatabase } from './bench-database.ts'
import { makeManySchools } from './many-schools.ts'
import type { BenchRow } from './pupil-list.bench.ts'

const PUPILS = 10_000
const SECONDS_MAX = 60
const TODAY = '2026-11-20'
/** All have left in the school year that ended in July 2025. */
const LEFT = '2025-06-27'

/** What a pupil has besides family and class: somebody to call, a note, two absences, a closed half-year. */
const BELONGINGS = [
  `update pupil set status = 'left', date_exit = '${LEFT}', street = 'Am Anger', mail = 'kind@example.org', note = 'Notiz'`,
  `insert into pupil_contact_person (school_id, pupil_id, firstname, lastname, relation, phone, priority)
    select school_id, id, 'Oma', lastname, 'Oma', '030 23125-114', 1 from pupil`,
  `insert into pupil_note (school_id, pupil_id, body_markdown) select school_id, id, 'Gespräch' from pupil`,
  `insert into pupil_sicknote (school_id, pupil_id, date_start, date_end, source, comment)
    select school_id, id, date '2025-01-10' + n, date '2025-01-10' + n, 'phone', 'Bemerkung' from pupil, generate_series(1, 2) n`,
  `insert into absence_count (school_id, pupil_id, school_year_id, half, days_excused, days_unexcused, days_open,
      lessons_excused, lessons_unexcused, lessons_open)
    select p.school_id, p.id, y.id, 1, 2, 0, 0, 0, 0, 0 from pupil p join schoolyear y using (school_id)`,
  `insert into mail_log (school_id, template, recipient_masked, recipient_hash, related_type, related_id, state)
    select school_id, 'sicknote_report', 'f***@example.org', '', 'guardian', id, 'sent' from guardian`,
]

const seconds = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

/** 10,000 pupils who left, reduced in one night and deleted in another one, with all that belongs to them. */
export async function benchErasure(): Promise<BenchRow[]> {
  const database = await startBenchDatabase()
  const client = new pg.Client(database.superuser)
  const pool = openPool(database.app)
  const nightOf = (day: string) => runRetention({ pool, now: () => new Date(`${day}T03:00:00+01:00`) })({})
  const count = async (question: string) => {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${question}`)
    return rows[0]?.count ?? Number.NaN
  }
  try {
    await makeManySchools(database.superuser, { schools: 1, pupilsEach: PUPILS, today: TODAY })
    await client.connect()
    for (const statement of BELONGINGS) await client.query(statement)
    await database.settle()
    const notices = await seconds(() => nightOf('2026-07-17'))
    const reduced = await seconds(() => nightOf('2026-07-31'))
    const left = await count('pupil where reduced_on is null')
    await nightOf('2035-07-17')
    const deleted = await seconds(() => nightOf('2035-07-31'))
    const rest = left + (await count('pupil')) + (await count('guardian'))
    if (rest > 0) throw new Error(`${rest} rows were not erased.`)
    const whole = reduced + deleted
    return [
      {
        what: `${PUPILS} pupils who left, reduced and deleted with their families`,
        against: `its limit of ${SECONDS_MAX} s`,
        ratio: Number((whole / SECONDS_MAX).toPrecision(2)),
        goal: '≤ 1',
        isMet: whole <= SECONDS_MAX,
        figures: `${notices.toFixed(1)} s for the preview, ${reduced.toFixed(1)} s to reduce, ${deleted.toFixed(1)} s to delete`,
      },
    ]
  } finally {
    await client.end()
    await pool.end()
    await database.stop()
  }
}
