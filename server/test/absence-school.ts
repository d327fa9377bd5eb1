import type { AbsenceCount } from '#contract/absences/absences.ts'
import { freeDaysPreset } from '#contract/schoolyears/school-calendar.presets.ts'
import { openClassSchool } from './class-school.ts'
import { insideSchool } from './factories.ts'

interface NewNote {
  from: string
  to?: string
  lessons?: number[]
  time_start?: string
  time_end?: string
  reason?: string
  excuse_state?: string
  leave_decision?: string | null
  cancelled_at?: string | null
  comment?: string | null
  reporter_name?: string
  reporter_relation?: string
  reporter_phone?: string
}

/** An empty count with some numbers replaced. */
export const countOf = (count: Partial<AbsenceCount> = {}): AbsenceCount => ({
  days_excused: 0,
  days_unexcused: 0,
  days_open: 0,
  lessons_excused: 0,
  lessons_unexcused: 0,
  lessons_open: 0,
  ...count,
})

/** fsw and fow with classes, and absences as if somebody had entered them, whatever the time. */
export async function openAbsenceSchool() {
  const school = await openClassSchool()
  const { app, fsw } = school

  const makeNote = (pupil_id: number, { from, to = from, lessons = [], ...more }: NewNote, school_id = fsw) =>
    insideSchool(app, school_id, async (tx) => {
      const { id } = await tx
        .insertInto('pupil_sicknote')
        .values({
          school_id,
          pupil_id,
          date_start: from,
          date_end: to,
          partial: lessons.length > 0,
          lessons,
          source: 'phone',
          reason: 'sick',
          excuse_state: 'excused',
          leave_decision: more.reason === 'leave' ? 'granted' : null,
          ...more,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    })

  const addFreeDays = (days: { name: string; kind: string; date_start: string; date_end: string }[]) =>
    insideSchool(app, fsw, async (tx) => {
      const years = await tx.selectFrom('schoolyear').select(['id', 'date_start', 'date_end']).execute()
      const rows = days.flatMap((day) => {
        const year = years.find(({ date_start, date_end }) => date_start <= day.date_start && day.date_end <= date_end)
        return year ? [{ ...day, school_id: fsw, school_year_id: year.id }] : []
      })
      await tx.insertInto('schoolyear_free_day').values(rows).execute()
    })
  const addFreeDay = (day: string) =>
    addFreeDays([{ name: 'Brückentag', kind: 'flexible_day', date_start: day, date_end: day }])
  // Holidays of Brandenburg (domain §9).
  await addFreeDays(freeDaysPreset('DE-BB', { date_start: '2026-08-01', date_end: '2027-07-31' }).free_days)

  /** The log's actions on closed counts. */
  const loggedActions = (entity_type: string) =>
    insideSchool(app, fsw, (tx) =>
      tx
        .selectFrom('user_log')
        .select(['action', 'entity_id', 'changed_fields', 'user_id'])
        .where('entity_type', '=', entity_type)
        .orderBy('id')
        .execute(),
    )

  return { ...school, makeNote, addFreeDay, loggedActions }
}
export type AbsenceSchool = Awaited<ReturnType<typeof openAbsenceSchool>>
