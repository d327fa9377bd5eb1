import { schoolgradeEndpoints as endpoints } from '#contract/schoolgrades/schoolgrades.ts'
import { getSchool } from '#server/domains/schools/schools.shared.queries.ts'
import { notFound } from '#server/http/api-error.ts'
import type { Routes } from '#server/http/route.ts'
import { addSchoolgrade, changeSchoolgrade, removeSchoolgrade } from './change-schoolgrade.ts'
import { savePlaces } from './save-places.ts'
import { listGradeDetails, listPlannableYears } from './schoolgrades.details.queries.ts'

/** Grades and their seats in school years. */
export function schoolgradeRoutes({ route }: Routes) {
  route(endpoints.list, async ({ tx }) => {
    const { grade_min, grade_max } = await getSchool(tx)
    const schoolyears = await listPlannableYears(tx)
    return { schoolgrades: await listGradeDetails(tx, { years: schoolyears }), schoolyears, grade_min, grade_max }
  })

  route(endpoints.add, ({ tx, body }) => addSchoolgrade(tx, body))

  route(endpoints.get, async ({ tx, params }) => {
    const [grade] = await listGradeDetails(tx, { years: await listPlannableYears(tx), id: params.id })
    if (!grade) throw notFound()
    return grade
  })

  route(endpoints.change, ({ tx, params, body }) => changeSchoolgrade(tx, { id: params.id, form: body }))

  route(endpoints.remove, ({ tx, params }) => removeSchoolgrade(tx, params.id))

  route(endpoints.savePlaces, ({ tx, params, body }) => savePlaces(tx, { id: params.id, form: body }))
}
