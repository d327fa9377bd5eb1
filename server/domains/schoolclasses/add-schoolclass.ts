import { MESSAGES } from '#contract/formats.ts'
import { classgradePlain } from '#contract/schoolclasses/class-names.ts'
import { classDay, type NewSchoolclassForm, SCHOOLCLASS_TEXTS } from '#contract/schoolclasses/schoolclasses.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { findSchoolyear } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { invalid } from '#server/http/api-error.ts'
import { refusingTaken } from '#server/http/refuse-taken.ts'
import { readGrades } from './class-grades.ts'
import { applyStaff, prepareStaff } from './class-staff.ts'
import { insertSchoolclass } from './schoolclasses.changes.queries.ts'

/** The year already has such a class of this grade, perhaps since a moment ago. */
export const CLASS_TAKEN = { schoolclass_once: { field: 'description', text: SCHOOLCLASS_TEXTS.taken } }

interface NewClassInput {
  viewer: SchoolViewer
  today: string
  form: NewSchoolclassForm
}

/** Creates a class with the people who lead it from today on, or from the first day of a coming year. */
export async function addSchoolclass(tx: SchoolTransaction, { viewer, today, form }: NewClassInput) {
  const { responsible_teachers, assigned_employees, ...row } = form
  const year = await findSchoolyear(tx, form.school_year_id)
  if (!year) throw invalid({ school_year_id: [MESSAGES.boolean] })
  if (year.state === 'closed') throw invalid({ school_year_id: [SCHOOLCLASS_TEXTS.closedYear(year.name)] })
  const { from: grade, to } = await readGrades(tx, form)
  const id = await refusingTaken(insertSchoolclass(tx, row), CLASS_TAKEN)
  const from = classDay(year, today)
  const wish = { responsible_teachers, assigned_employees }
  const { plan } = await prepareStaff(tx, { classId: id, from, today, wish })
  await applyStaff(tx, plan, { classId: id, from, userId: viewer.user_id })
  const name = classgradePlain({ ...form, grade, grade_to: form.schoolgrade_to_id === null ? null : to })
  return { id, message: `Die Klasse ${name} ist angelegt.` }
}
