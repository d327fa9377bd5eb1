import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countSchoolDays } from '#contract/schoolyears/school-calendar.ts'
import { startFilledDemo } from '#server/test/filled-demo.ts'
import { berlinInstant } from './absence-season.ts'
import { makeAbsences } from './absence-story.ts'
import { makeStory } from './demo-story.ts'
import type { DemoShort } from './school-plan.ts'
import { SeededRandom } from './seeded-random.ts'

const ANCHOR = '2026-11-20'
let rowsOf: Awaited<ReturnType<typeof startFilledDemo>>['rowsOf']
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ rowsOf, stop } = await startFilledDemo(ANCHOR))
})
afterAll(() => stop())

const countOf = async (sql: string) =>
  Number((await rowsOf<{ n: number }>(`select count(*)::int as n from ${sql}`))[0]?.n)

describe.each(['fsw', 'fow'] as const)('absences of %s', (short) => {
  const notes = `pupil_sicknote n join school s on s.id = n.school_id and s.short = '${short}'`

  test('show on the anchor day who is away, who comes back and what is to come', async () => {
    const on = (condition: string) => countOf(`${notes} where ${condition}`)
    const absent = await on(`'${ANCHOR}' between n.date_start and n.date_end`)
    expect(absent).toBeGreaterThanOrEqual(5)
    expect(absent).toBeLessThanOrEqual(40)
    expect(await on(`n.date_start > '${ANCHOR}'`)).toBeGreaterThanOrEqual(3)
    expect(await on(`n.date_end = '${ANCHOR}'`)).toBeGreaterThanOrEqual(1)
    expect(await on(`n.date_start = '${ANCHOR}'`)).toBeGreaterThanOrEqual(1)
    expect(await on(`n.date_end = '2026-11-19'`)).toBeGreaterThanOrEqual(1)
    expect(await on(`n.leave_decision = 'pending'`)).toBe(1)
    expect(await on(`n.excuse_state = 'open' and n.date_end < '2026-11-13'`)).toBeGreaterThanOrEqual(1)
    expect(await on(`n.seen_at is null`)).toBeGreaterThanOrEqual(1)
  })

  test.each([
    [
      'outside the time at the school',
      'join pupil p on (p.school_id, p.id) = (n.school_id, n.pupil_id) where n.date_start < p.date_entry or n.date_end > p.date_exit',
    ],
    ['reported after the anchor day', `where n.created_at >= '2026-11-20T09:30:00Z'`],
    ['that keeps a remark too long', `where n.comment is not null and n.date_end <= '2026-10-23'`],
    [
      'that overlaps another of the same child',
      'join pupil_sicknote m on (m.school_id, m.pupil_id) = (n.school_id, n.pupil_id) and m.id > n.id and m.date_start <= n.date_end and m.date_end >= n.date_start',
    ],
    [
      'late, though reported in time',
      `where n.is_late and to_char(n.created_at at time zone 'Europe/Berlin', 'HH24:MI') <= '08:00'`,
    ],
    [
      'of parents without an excuse',
      `where n.source = 'public_link' and n.excuse_state <> 'excused' and n.reason <> 'unexplained'`,
    ],
  ])('hold no note %s', async (_what, condition) => {
    expect(await rowsOf(`select n.id from ${notes} ${condition}`)).toEqual([])
  })

  test('include the closed counts on last year’s school reports', async () => {
    const counts = `absence_count n join school s on s.id = n.school_id and s.short = '${short}'`
    const pupils = await countOf(
      `(select distinct m.pupil_id from pupil_schoolclass m join schoolyear y on (y.school_id, y.id) = (m.school_id, m.school_year_id)
        join school s on s.id = m.school_id and s.short = '${short}' where y.state = 'closed') p`,
    )
    expect(await countOf(counts)).toBe(2 * pupils)
    expect(await countOf(`${counts} where n.days_excused > 0`)).toBeGreaterThan(pupils / 2)
  })
})

describe('the story of absences', () => {
  const tell = (anchor: string, short: DemoShort, seed = 7) => {
    const { years, schools } = makeStory({ seed, anchor })
    const { enrolments } = schools[short]
    return {
      years,
      enrolments,
      absences: makeAbsences(enrolments, { short, years, anchor, random: new SeededRandom(seed) }),
    }
  }

  test.each([
    ['fsw', 0.045],
    ['fow', 0.065],
  ] as const)('%s has the rate of its years', (short, rate) => {
    const { years, enrolments, absences } = tell('2027-07-20', short)
    const free = years.active.free_days
    const days = (from: string, to: string) => countSchoolDays(from, to, free)
    const { date_start, last_school_day } = years.active
    const later = (a: string, b: string) => (a > b ? a : b)
    const here = enrolments
      .filter(({ date_exit }) => date_exit === null || date_exit > last_school_day)
      .reduce((sum, { date_entry }) => sum + days(later(date_entry, date_start), last_school_day), 0)
    const missed = absences
      .filter(({ date_start: from, lessons }) => from >= date_start && from <= last_school_day && lessons.length === 0)
      .reduce((sum, note) => sum + days(note.date_start, note.date_end), 0)
    const measured = missed / here
    expect(measured).toBeGreaterThan(rate * 0.85)
    expect(measured).toBeLessThan(rate * 1.2)
  })

  test('is the same for the same seed', () => {
    expect(tell('2026-11-20', 'fsw').absences).toEqual(tell('2026-11-20', 'fsw').absences)
  })

  test.each(['2026-08-01', '2026-08-24', '2026-10-25', '2026-11-23', '2026-12-31', '2027-01-30', '2027-07-31'])(
    'is told on %s, too',
    (anchor) => {
      const { absences } = tell(anchor, 'fow')
      expect(absences.filter(({ date_start }) => date_start > anchor).length).toBeGreaterThanOrEqual(3)
      expect(absences.every(({ date_start, date_end }) => date_start <= date_end)).toBe(true)
    },
  )
})

test.each([
  ['2026-11-20', '2026-11-20T05:15:00.000Z'],
  ['2026-09-01', '2026-09-01T04:15:00.000Z'],
  ['2026-10-25', '2026-10-25T05:15:00.000Z'],
  ['2027-03-28', '2027-03-28T04:15:00.000Z'],
])('a quarter past six in Berlin on %s', (day, instant) => {
  expect(berlinInstant(day, 375)).toBe(instant)
})
