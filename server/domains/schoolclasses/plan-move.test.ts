import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#contract/dates.ts'
import type { Membership } from './memberships.queries.ts'
import { firstDayOf, type Plan, planMove, type Target } from './plan-move.ts'

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
}

const targetOf = (schoolclass_id: number | null): Target => ({
  schoolclass_id,
  year: schoolclass_id === null ? null : YEAR,
  grades: schoolclass_id === null ? null : [GRADE],
})

/** The rows after the plan was carried out, as `applyMove` does it. */
function after(rows: readonly Membership[], plan: Plan): Membership[] {
  const without = (...gone: Membership[]) => rows.filter((row) => !gone.includes(row))
  if (plan.kind === 'removed') return without(plan.current)
  if (plan.kind === 'restored')
    return [...without(plan.current, plan.former), { ...plan.former, date_end: plan.current.date_end }]
  if (plan.kind === 'replaced') return [...without(plan.current), { ...plan.current, ...plan.place }]
  if (plan.kind !== 'moved') return [...rows]
  const { current, place, date_start, date_end } = plan
  const row = { ...place, id: 99, pupil_id: 1, grade: 5, date_start, date_end, reason: 'change' }
  if (!current) return [...rows, row]
  return [...without(current), { ...current, date_end: addDays(date_start, -1) }, row]
}

/** Memberships one after the other, the last without an end, each in another class than the one before. */
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

test('whatever is moved, no two memberships overlap, and what was before the day stays', () => {
  fc.assert(
    fc.property(moves, ({ rows, day, schoolclass_id }) => {
      const plan = planMove(pupil, rows, { target: targetOf(schoolclass_id), day, changesGrade: false })
      const moved = whole(after(rows, plan))
      for (const [index, row] of moved.entries()) {
        const next = moved[index + 1]
        if (next) expect(row.date_end !== null && row.date_end < next.date_start).toBe(true)
      }
      if (plan.kind === 'refused') return
      expect(classOn(after(rows, plan), day)?.schoolclass_id).toBe(schoolclass_id)
      const dayBefore = addDays(day, -1)
      expect(classOn(after(rows, plan), dayBefore)?.schoolclass_id).toBe(classOn(rows, dayBefore)?.schoolclass_id)
    }),
    { numRuns: 1000 },
  )
})

test('taken back on the day it takes effect, a move leaves the rows as they were', () => {
  let taken = 0
  fc.assert(
    fc.property(moves, ({ rows, day, schoolclass_id }) => {
      const plan = planMove(pupil, rows, { target: targetOf(schoolclass_id), day, changesGrade: false })
      const first = firstDayOf(plan)
      if (first === undefined) return
      taken += 1
      const from = classOn(rows, first)?.schoolclass_id ?? null
      const moved = after(rows, plan)
      const back = planMove(pupil, moved, { target: targetOf(from), day: first, changesGrade: true })
      expect(whole(after(moved, back))).toEqual(whole(rows))
    }),
    { numRuns: 1000 },
  )
  expect(taken).toBeGreaterThan(100)
})
