import type { SchoolTransaction } from '#server/db/school-transaction.ts'

interface Planted {
  school_id: number
  from_year_id: number
  to_year_id: number
  pupil_id: number
  employee_id: number
  word: string
}

/** A completed year change and the plan of another one, with the word in the names they store. */
export async function plantRollover(tx: SchoolTransaction, planted: Planted) {
  const { school_id, from_year_id, to_year_id, pupil_id, employee_id, word } = planted
  const target = `new:2:${word}`
  const report = {
    from_year: { id: from_year_id, name: '2026/2027', date_end: '2027-07-31' },
    to_year: { id: to_year_id, name: '2027/2028', date_start: '2027-08-01' },
    groups: [],
    pupils: [
      {
        pupil_id,
        from_class: `1 ${word}`,
        from_grade: 1,
        decision: 'promote',
        proposed: 'promote',
        to_grade: 2,
        to_class: `2 ${word}`,
        target,
        exit_reason: null,
        reason: null,
      },
    ],
    classes: [
      {
        target,
        classgradePlain: `2 ${word}`,
        grade: 2,
        grade_to: null,
        is_new: true,
        pupil_count: 1,
        capacity: 24,
        teachers: [employee_id],
      },
    ],
    counts: { moved: 1, repeating: 0, leaving: 0, skipped: 0, undecided: 0, class_open: 0, new_classes: 1 },
    copies_teachers: true,
    fingerprint: word,
  }
  const nothing = { memberships: [], ended: [], leavers: [], classes: [], linked: [], functions: [] }
  const changes = { last_day: '2027-07-31', first_day: '2027-08-01', ...nothing, formerly_active: null }
  const plan = {
    from_year_id,
    to_year_id,
    targets: [],
    pupils: [{ pupil_id, decision: 'leave', next_school: word }],
    copies_teachers: true,
  }
  await tx
    .insertInto('rollover_plan')
    .values({ school_id, from_year_id, to_year_id, plan: JSON.stringify(plan) })
    .execute()
  const { id } = await tx
    .insertInto('rollover')
    .values({ school_id, from_year_id, to_year_id, report: JSON.stringify(report), changes: JSON.stringify(changes) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
