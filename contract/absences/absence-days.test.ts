import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#contract/dates.ts'
import { freeDaysPreset } from '#contract/schoolyears/school-calendar.presets.ts'
import { SICKNOTE_REASONS } from '#contract/sicknotes/sicknotes.reasons.ts'
import { EXCUSE_STATES } from '#contract/sicknotes/sicknotes.ts'
import {
  absentDays,
  type CountedNote,
  countAbsences,
  countWeekdays,
  daysOfMember,
  halvesOf,
  listSchoolDays,
} from './absence-days.ts'

const YEAR = { date_start: '2026-08-01', date_end: '2027-07-31', half_year_end: '2027-01-29' }
const freeDays = freeDaysPreset('DE-BB', YEAR).free_days
const schoolDays = listSchoolDays(YEAR, freeDays)

const note = (date_start: string, date_end = date_start, more: Partial<CountedNote> = {}): CountedNote => ({
  date_start,
  date_end,
  partial: false,
  lessons: [],
  reason: 'sick',
  excuse_state: 'excused',
  leave_decision: null,
  ...more,
})
const part = (day: string, lessons: number[], more: Partial<CountedNote> = {}) =>
  note(day, day, { partial: true, lessons, ...more })

const daysOf = (notes: readonly CountedNote[], days = schoolDays) => absentDays(notes, days)
const countOf = (...notes: CountedNote[]) => countAbsences(daysOf(notes))
const wholeDays = (...notes: CountedNote[]) => daysOf(notes).map(({ day }) => day)

describe('school days of an absence (domain §9)', () => {
  test.each([
    { from: '2026-10-15', to: '2026-11-03', days: ['2026-10-15', '2026-10-16', '2026-11-02', '2026-11-03'] },
    { from: '2026-12-21', to: '2027-01-05', days: ['2026-12-21', '2026-12-22', '2027-01-04', '2027-01-05'] },
    { from: '2026-11-20', to: '2026-11-23', days: ['2026-11-20', '2026-11-23'] },
    { from: '2026-10-29', to: '2026-11-02', days: ['2026-11-02'] },
  ])('$from to $to are $days.length', ({ from, to, days }) => {
    expect(wholeDays(note(from, to))).toEqual(days)
  })

  test('Ascension, the day after it and Whitsun leave seven of the fifteen days of May', () => {
    expect(wholeDays(note('2027-05-05', '2027-05-19'))).toHaveLength(7)
  })

  test('the year has 97 school days before and 89 after its half', () => {
    const [first, second] = halvesOf(YEAR).map((half) => listSchoolDays(half, freeDays))
    expect([first?.length, second?.length]).toEqual([97, 89])
    expect([first?.at(-1), second?.at(0)]).toEqual(['2027-01-29', '2027-02-08'])
  })

  test('holidays alone and weekends are no absence', () => {
    expect(wholeDays(note('2026-10-19', '2026-10-30'))).toEqual([])
    expect(wholeDays(note('2026-11-21', '2026-11-22'))).toEqual([])
  })

  test.each([
    ['to winter time', '2026-10-23', '2026-10-27'],
    ['to summer time', '2027-03-26', '2027-03-30'],
  ])('each day occurs once when the clock changes %s', (_what, from, to) => {
    const days = listSchoolDays({ date_start: from, date_end: to }, [])
    expect(days).toEqual([from, addDays(from, 3), to])
  })
})

describe('the union of notes', () => {
  test('counts a day once, however many notes cover it', () => {
    const notes = [note('2026-11-16', '2026-11-18'), note('2026-11-17', '2026-11-19'), note('2026-11-17')]
    expect(countOf(...notes).days_excused).toBe(4)
  })

  test.each([
    ['open', 'unexcused', 'days_open'],
    ['excused', 'unexcused', 'days_excused'],
    ['excused', 'open', 'days_excused'],
  ] as const)('%s is stronger than %s', (strong, weak, bucket) => {
    for (const states of [
      [strong, weak],
      [weak, strong],
    ]) {
      const count = countOf(...states.map((excuse_state) => note('2026-11-16', '2026-11-16', { excuse_state })))
      expect(count).toEqual({ ...countOf(), [bucket]: 1 })
    }
  })

  test('a granted leave is excused, whatever else was said of the day; a refused one is no absence', () => {
    const leave = { reason: 'leave', excuse_state: 'not_required', leave_decision: 'granted' } as const
    const missing = note('2026-11-16', '2026-11-16', { reason: 'unexplained', excuse_state: 'unexcused' })
    expect(countOf(missing, note('2026-11-16', '2026-11-17', leave)).days_excused).toBe(2)
    expect(countOf(missing, note('2026-11-16', '2026-11-17', { ...leave, leave_decision: 'refused' }))).toEqual({
      ...countOf(),
      days_unexcused: 1,
    })
  })

  test.each(['school_event', 'exempt'] as const)(
    'with %s the day does not count, whatever else the notes say',
    (reason) => {
      const away = note('2026-11-16', '2026-11-17', { reason, excuse_state: 'not_required' })
      expect(countOf(away)).toEqual(countOf())
      expect(countOf(note('2026-11-17', '2026-11-18', { excuse_state: 'open' }), away)).toEqual({
        ...countOf(),
        days_open: 1,
      })
      expect(daysOf([away]).map(({ is_counted }) => is_counted)).toEqual([false, false])
    },
  )

  const day = fc.integer({ min: 0, max: 40 }).map((offset) => addDays('2026-10-12', offset))
  const anyNote: fc.Arbitrary<CountedNote> = fc
    .record({
      days: fc.tuple(day, day),
      lessons: fc.uniqueArray(fc.integer({ min: 1, max: 10 }), { maxLength: 4 }),
      partial: fc.boolean(),
      reason: fc.constantFrom(...SICKNOTE_REASONS),
      excuse_state: fc.constantFrom(...EXCUSE_STATES),
      leave_decision: fc.constantFrom('pending' as const, 'granted' as const, 'refused' as const),
    })
    .map(({ days, leave_decision, ...more }) => {
      const [date_start = '', date_end = ''] = [...days].sort()
      const decision = more.reason === 'leave' ? leave_decision : null
      return note(date_start, more.partial ? date_start : date_end, { ...more, leave_decision: decision })
    })
  const someNotes = fc.array(anyNote, { maxLength: 8 })

  test('does not depend on order, and the same notes twice change nothing', () => {
    fc.assert(
      fc.property(someNotes, (notes) => {
        const days = daysOf(notes)
        expect(daysOf([...notes].reverse())).toEqual(days)
        expect(daysOf([...notes, ...notes])).toEqual(days)
      }),
    )
  })

  test('days of two halves add up to those of the year, and never exceed its school days', () => {
    fc.assert(
      fc.property(someNotes, (notes) => {
        const halves = [...schoolDays.slice(0, 50), '|', ...schoolDays.slice(50)]
        const cut = halves.indexOf('|')
        const [first, second] = [halves.slice(0, cut), halves.slice(cut + 1)].map((days) => daysOf(notes, days))
        expect([...(first ?? []), ...(second ?? [])]).toEqual(daysOf(notes))
        const { days_excused, days_unexcused, days_open } = countAbsences(daysOf(notes))
        expect(days_excused + days_unexcused + days_open).toBeLessThanOrEqual(schoolDays.length)
      }),
    )
  })
})

describe('parts of a day', () => {
  test('never become a day; their lessons add up, each once', () => {
    expect(countOf(part('2026-11-16', [1, 2]), part('2026-11-16', [2, 3]))).toEqual({
      ...countOf(),
      lessons_excused: 3,
    })
    expect(countOf(part('2026-11-16', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).days_excused).toBe(0)
  })

  test('add nothing to a day that was missed as a whole', () => {
    expect(countOf(part('2026-11-16', [1, 2]), note('2026-11-16'))).toEqual({ ...countOf(), days_excused: 1 })
  })

  test('each lesson gets its own strongest state', () => {
    const open = part('2026-11-16', [1, 2], { excuse_state: 'unexcused' })
    expect(countOf(open, part('2026-11-16', [2, 3]))).toEqual({
      ...countOf(),
      lessons_excused: 2,
      lessons_unexcused: 1,
    })
  })

  test('a lesson somebody is exempt from is not missed', () => {
    const exempt = part('2026-11-16', [5, 6], { reason: 'exempt', excuse_state: 'not_required' })
    expect(countOf(exempt, part('2026-11-16', [4, 5])).lessons_excused).toBe(1)
    expect(daysOf([exempt])).toEqual([
      { day: '2026-11-16', state: 'not_required', is_partial: true, is_counted: false, lessons: [] },
    ])
  })

  test('given only as times they are shown, but add no lessons', () => {
    const [day] = daysOf([part('2026-11-16', [])])
    expect(day).toEqual({ day: '2026-11-16', state: 'excused', is_partial: true, is_counted: true, lessons: [] })
  })
})

test('only days on which the child belongs to the school count', () => {
  const member = daysOfMember(schoolDays, { entry: '2026-11-17', exit: '2026-11-19' })
  expect(daysOf([note('2026-11-16', '2026-11-20')], member).map(({ day }) => day)).toEqual([
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
  ])
  expect(daysOfMember(schoolDays, { entry: '2026-08-01', exit: null })).toEqual(schoolDays)
})

test('weekdays count whole days that count, Monday first', () => {
  const days = daysOf([
    note('2026-11-13', '2026-11-16'),
    note('2026-11-23'),
    part('2026-11-25', [1]),
    note('2026-11-26', '2026-11-26', { reason: 'exempt', excuse_state: 'not_required' }),
  ])
  expect(countWeekdays(days)).toEqual([2, 0, 0, 0, 1])
})
