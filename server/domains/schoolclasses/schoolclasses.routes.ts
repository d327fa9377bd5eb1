import { schoolclassEndpoints } from '#contract/schoolclasses.ts'
import type { Routes } from '#server/http/route.ts'
import { listClassOptions } from './form-options.queries.ts'
import { getSchoolclass } from './schoolclasses.details.queries.ts'
import { listVisibleClasses } from './schoolclasses.list.queries.ts'

/** Classes: who belongs to them, who leads them, and moving between them. */
export function schoolclassRoutes({ route }: Routes) {
  route(schoolclassEndpoints.list, ({ tx, viewer, today, query }) =>
    listVisibleClasses(tx, query.school_year_id, { viewer, today }),
  )

  route(schoolclassEndpoints.formOptions, ({ tx, viewer, today }) => listClassOptions(tx, { viewer, today }))

  route(schoolclassEndpoints.get, ({ tx, viewer, today, params }) => getSchoolclass(tx, params.id, { viewer, today }))
}
