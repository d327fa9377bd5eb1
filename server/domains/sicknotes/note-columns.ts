import type { NewSicknoteForm } from '#contract/sicknotes/sicknotes.change.ts'

type Said = Pick<
  NewSicknoteForm,
  | 'dateStart'
  | 'dateEnd'
  | 'partial'
  | 'timeStart'
  | 'timeEnd'
  | 'lessons'
  | 'reason'
  | 'comment'
  | 'reporterName'
  | 'reporterRelation'
  | 'reporterPhone'
>

/** Times count only as a pair, and a whole day has neither times nor lessons. */
export const partOfDay = ({
  partial,
  timeStart,
  timeEnd,
  lessons,
}: Pick<Said, 'partial' | 'timeStart' | 'timeEnd' | 'lessons'>) => {
  const hasTimes = partial && timeStart && timeEnd
  return {
    partial,
    time_start: hasTimes ? timeStart : null,
    time_end: hasTimes ? timeEnd : null,
    lessons: partial ? lessons : [],
  }
}

/** The stored columns that staff and parents fill alike. */
export const noteColumns = (said: Said, now: Date) => ({
  date_start: said.dateStart,
  date_end: said.dateEnd ?? said.dateStart,
  ...partOfDay(said),
  reason: said.reason,
  comment: said.comment ?? null,
  reporter_name: said.reporterName ?? null,
  reporter_relation: said.reporterRelation ?? null,
  reporter_phone: said.reporterPhone ?? null,
  created_at: now.toISOString(),
})
