import { formatDate } from '#contract/dates.ts'
import { MESSAGES } from '#contract/formats.ts'
import type { MovePupilsForm } from '#contract/schoolclasses/schoolclasses.moves.ts'
import { classDay, SCHOOLCLASS_TEXTS } from '#contract/schoolclasses/schoolclasses.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Membership } from '#server/domains/memberships/memberships.changes.shared.queries.ts'
import { findGrades, lockClassForPupils } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { findSchoolyear } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { invalid } from '#server/http/api-error.ts'
import type { Target } from './plan-move.ts'

interface MoveTargetInput {
  today: string
  form: MovePupilsForm
}

interface Year {
  name: string
  state: string
  date_start: string
  date_end: string
}

const refuseClosed = ({ name, state }: Year) => {
  if (state === 'closed') throw invalid({ schoolclass_id: [SCHOOLCLASS_TEXTS.closedYear(name)] })
}

const refuseOutside = ({ name, date_start, date_end }: Year, day: string) => {
  if (date_start <= day && day <= date_end) return
  throw invalid({ date_start: [SCHOOLCLASS_TEXTS.outsideYear(name, formatDate(date_start), formatDate(date_end))] })
}

const byGrade = (a: { grade: number }, b: { grade: number }) => a.grade - b.grade

/** The grade in the form: one of the class, or without a class one of the school. */
async function readGrade(tx: SchoolTransaction, id: number | undefined, grades: Target['grades']) {
  if (id === undefined) return null
  const [found] = await findGrades(tx, [id])
  if (!found) throw invalid({ schoolgrade_id: [MESSAGES.boolean] })
  const [lowest, highest = lowest] = grades ?? [found]
  if (lowest && highest && lowest.grade <= found.grade && found.grade <= highest.grade) return id
  throw invalid({ schoolgrade_id: [SCHOOLCLASS_TEXTS.otherClassGrade] })
}

/** The target class, locked until all have moved, and the first day in it, which is in its year. */
async function readClass(tx: SchoolTransaction, id: number, { form, today }: MoveTargetInput) {
  const found = await lockClassForPupils(tx, id)
  const year = found && (await findSchoolyear(tx, found.school_year_id))
  if (!year) throw invalid({ schoolclass_id: [MESSAGES.boolean] })
  refuseClosed(year)
  const day = form.date_start ?? (today < year.date_start ? classDay(year, today) : today)
  refuseOutside(year, day)
  const gradeIds = [found.schoolgrade_id, found.schoolgrade_to_id].filter((gradeId) => gradeId !== null)
  const grades = (await findGrades(tx, gradeIds)).sort(byGrade)
  const schoolgrade_id = await readGrade(tx, form.schoolgrade_id, grades)
  return {
    target: { schoolclass_id: id, year, grades, schoolgrade_id } satisfies Target,
    day,
    capacity: found.capacity,
  }
}

/** The target and its first day; `capacity` null: no limit. */
export async function readTarget(tx: SchoolTransaction, input: MoveTargetInput) {
  const { form, today } = input
  if (form.schoolclass_id !== null) return readClass(tx, form.schoolclass_id, input)
  const schoolgrade_id = await readGrade(tx, form.schoolgrade_id, null)
  const target: Target = { schoolclass_id: null, year: null, grades: null, schoolgrade_id }
  return { target, day: form.date_start ?? today, capacity: null }
}

/** Without a class the day must be in the year of each pupil's membership, which is not over. */
export async function refuseOutsideOwnYears(tx: SchoolTransaction, memberships: readonly Membership[], day: string) {
  const covering = memberships.filter(
    ({ date_start, date_end }) => date_start <= day && (date_end === null || day <= date_end),
  )
  for (const id of new Set(covering.map(({ school_year_id }) => school_year_id))) {
    const year = await findSchoolyear(tx, id)
    if (!year) continue
    refuseClosed(year)
    refuseOutside(year, day)
  }
}
