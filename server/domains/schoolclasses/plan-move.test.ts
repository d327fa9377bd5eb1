import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#contract/dates.ts'
import type { Membership } from '#server/domains/memberships/memberships.changes.shared.queries.ts'
import { firstDayOf, originOf, type Plan, planMove, type Target } from './plan-move.ts'

const YEAR = { id: 1, date_start: '2026-08-01', date_end: '2027-07-31' }
const GRADE = { id: 50, grade: 5 }
const CLASSES = [null, 11, 12, 13]

const pupil = {
  id: 1,
  firstname: 'Mia',
  lastname: 'Müller',
  lastname_prefix: null,
  status: 'active',
  date_entry: '2026-08-01',
  date_exit: null,
  deleted_at: null,
}
const TODAY = '2026-11-20'
/** The creation times of the rows, and the time of moves made today. */
const BEFORE = '2026-07-01T08:00:00Z'
const NOW = '2026-11-20T08:00:00Z'

const targetOf = (schoolclass_id: number | null): Target => ({
  schoolclass_id,
  year: schoolclass_id === null ? null : YEAR,
  grades: schoolclass_id === null ? null : [GRADE],
  schoolgrade_id: null,
})
const plan = (rows: readonly Membership[], wish: { day: string; to: number | null; grade?: number }) => {
  const target = { ...targetOf(wish.to), schoolgrade_id: wish.grade ?? null }
  return planMove(pupil, rows, { target, day: wish.day, today: TODAY, changesGrade: false })
}

/** The rows after the plan was carried out, as `applyMove` does it. */
function after(rows: readonly Membership[], step: Plan): Membership[] {
  const without = (...gone: Membership[]) => rows.filter((row) => !gone.includes(row))
  if (step.kind === 'removed') return without(step.current)
  if (step.kind === 'restored')
    return [...without(step.current, step.former), { ...step.former, date_end: step.current.date_end }]
  if (step.kind === 'replaced') return [...without(step.current), { ...step.current, ...step.place }]
  if (step.kind !== 'moved') return [...rows]
  const { current, place, date_start, date_end } = step
  const made = { reason: 'change', created_at: NOW, updated_at: NOW }
  const row = { ...place, ...made, id: 99, pupil_id: 1, grade: 5, date_start, date_end }
  if (!current) return [...rows, row]
  return [...without(current), { ...current, date_end: addDays(date_start, -1), updated_at: NOW }, row]
}

/** Memberships one after the other, the last without an end, each in a different class than the one before. */
const memberships = fc
  .uniqueArray(fc.integer({ min: 0, max: 360 }), { minLength: 1, maxLength: 4 })
  .chain((offsets) =>
    fc.tuple(
      fc.constant(offsets.sort((a, b) => a - b)),
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 4, maxLength: 4 }),
    ),
  )
  .map(([offsets, steps]) => {
    let at = 0
    return offsets.map((offset, index): Membership => {
      at = (at + (steps[index] ?? 1)) % CLASSES.length
      const next = offsets[index + 1]
      return {
        id: index + 1,
        pupil_id: 1,
        school_year_id: YEAR.id,
        schoolgrade_id: GRADE.id,
        grade: GRADE.grade,
        schoolclass_id: CLASSES[at] ?? null,
        date_start: addDays(YEAR.date_start, offset),
        date_end: next === undefined ? null : addDays(YEAR.date_start, next - 1),
        reason: index === 0 ? 'entry' : 'change',
        created_at: BEFORE,
        updated_at: BEFORE,
      }
    })
  })

const whole = (rows: readonly Membership[]) =>
  rows
    .map(({ schoolclass_id, schoolgrade_id, date_start, date_end }) => ({
      schoolclass_id,
      schoolgrade_id,
      date_start,
      date_end,
    }))
    .sort((a, b) => a.date_start.localeCompare(b.date_start))

const classOn = (rows: readonly Membership[], day: string) =>
  rows.find(({ date_start, date_end }) => date_start <= day && (date_end === null || day <= date_end))

const moves = fc.record({
  rows: memberships,
  day: fc.integer({ min: 0, max: 364 }).map((offset) => addDays(YEAR.date_start, offset)),
  schoolclass_id: fc.constantFrom(...CLASSES),
})

/** Moves on the first day of one of the memberships. */
const onFirstDays = fc
  .tuple(moves, fc.integer({ min: 0, max: 3 }))
  .map(([move, at]) => ({ ...move, day: move.rows.at(-1 - at)?.date_start ?? move.day }))

test('after any move, no two memberships overlap, and the days before it are unchanged', () => {
  fc.assert(
    fc.property(moves, ({ rows, day, schoolclass_id }) => {
      const step = plan(rows, { day, to: schoolclass_id })
      const moved = whole(after(rows, step))
      for (const [index, row] of moved.entries()) {
        const next = moved[index + 1]
        if (next) expect(row.date_end !== null && row.date_end < next.date_start).toBe(true)
      }
      if (step.kind === 'refused' || step.kind === 'begun') return
      expect(classOn(after(rows, step), day)?.schoolclass_id).toBe(schoolclass_id)
      const dayBefore = addDays(day, -1)
      expect(classOn(after(rows, step), dayBefore)?.schoolclass_id).toBe(classOn(rows, dayBefore)?.schoolclass_id)
    }),
    { numRuns: 1000 },
  )
})

test('taken back on the day it takes effect, a move leaves the rows as they were', () => {
  let taken = 0
  fc.assert(
    fc.property(fc.oneof(moves, onFirstDays), ({ rows, day, schoolclass_id }) => {
      const step = plan(rows, { day, to: schoolclass_id })
      const first = firstDayOf(step)
      if (first === undefined) return
      taken += 1
      const moved = after(rows, step)
      const origin = originOf(step)
      const grade = origin && { grade: origin.schoolgrade_id }
      const back = plan(moved, { day: first, to: origin?.schoolclass_id ?? null, ...grade })
      expect(whole(after(moved, back))).toEqual(whole(rows))
    }),
    { numRuns: 1000 },
  )
  expect(taken).toBeGreaterThan(100)
})

test('no row that began before today is replaced or deleted', () => {
  let begun = 0
  fc.assert(
    fc.property(onFirstDays, ({ rows, day, schoolclass_id }) => {
      const step = plan(rows, { day, to: schoolclass_id })
      if (step.kind === 'begun') begun += 1
      const kept = after(rows, step)
      for (const row of rows.filter(({ date_start }) => date_start < TODAY))
        expect(kept.find(({ id }) => id === row.id)).toMatchObject({
          schoolclass_id: row.schoolclass_id,
          schoolgrade_id: row.schoolgrade_id,
          date_start: row.date_start,
        })
    }),
    { numRuns: 1000 },
  )
  expect(begun).toBeGreaterThan(5)
})
