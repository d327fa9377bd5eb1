import type { SchoolTransaction } from '#server/db/school-transaction.ts'

interface Place {
  school_id: number
  school_year_id: number
  pupil_id: number
  word: string
}

/** A child's absences, a closed half-year, and feeds about them. */
export async function plantAbsences(tx: SchoolTransaction, { word, school_year_id, ...child }: Place) {
  const note = await tx
    .insertInto('pupil_sicknote')
    .values({
      ...child,
      date_start: '2026-11-19',
      date_end: '2026-11-20',
      reason: 'sick',
      comment: word,
      reporter_name: word,
      reporter_relation: 'mother',
      reporter_phone: word,
      source: 'phone',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const leave = await tx
    .insertInto('pupil_sicknote')
    .values({
      ...child,
      date_start: '2026-12-01',
      date_end: '2026-12-01',
      reason: 'leave',
      leave_decision: 'pending',
      leave_applied_at: '2026-11-18',
      comment: word,
      source: 'staff',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const none = { days_unexcused: 0, days_open: 0, lessons_excused: 0, lessons_unexcused: 0, lessons_open: 0 }
  await tx
    .insertInto('absence_count')
    .values({ ...child, ...none, school_year_id, half: 1, days_excused: 3 })
    .execute()
  await tx
    .insertInto('sicknote_feed')
    .values({ school_id: child.school_id, user_id: 1, kind: 'digest', last_day: '2026-11-19' })
    .execute()
  return { sicknote: note.id, leave: leave.id }
}
