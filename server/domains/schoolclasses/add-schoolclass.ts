import { classgradePlain } from '#contract/class-names.ts'
import { MESSAGES } from '#contract/formats.ts'
import { classDay, type NewSchoolclassForm } from '#contract/schoolclasses.ts'
import type { SchoolTransaction, SchoolViewer } from '#server/db/in-school.ts'
import { invalid } from '#server/http/api-error.ts'
import { readGrades } from './class-grades.ts'
import { applyStaff, prepareStaff } from './class-staff.ts'
import { findYear, insertSchoolclass } from './schoolclasses.changes.queries.ts'

interface Asked {
  viewer: SchoolViewer
  today: string
  form: NewSchoolclassForm
}

/** Makes a class with who leads it from today on, in a year to come from its first day on. */
export async function addSchoolclass(tx: SchoolTransaction, { viewer, today, form }: Asked) {
  const { responsible_teachers, assigned_employees, ...row } = form
  const year = await findYear(tx, form.school_year_id)
  if (!year) throw invalid({ school_year_id: [MESSAGES.boolean] })
  const { from: grade, to } = await readGrades(tx, form)
  const { school_id } = viewer
  const id = await insertSchoolclass(tx, { ...row, school_id })
  const staff = { classId: id, from: classDay(year, today) }
  const { plan } = await prepareStaff(tx, { ...staff, wish: { responsible_teachers, assigned_employees } })
  await applyStaff(tx, plan, { ...staff, school_id, userId: viewer.user_id })
  const name = classgradePlain({ ...form, grade, grade_to: form.schoolgrade_to_id === null ? null : to })
  return { id, message: `Die Klasse ${name} ist angelegt.` }
}
