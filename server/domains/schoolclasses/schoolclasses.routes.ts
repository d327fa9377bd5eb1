import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { forbidden, found, notFound } from '#server/http/api-error.ts'
import type { Routes } from '#server/http/route.ts'
import { addSchoolclass } from './add-schoolclass.ts'
import { isUserOf, listAssignedClasses } from './assigned-classes.queries.ts'
import { changeSchoolclass, removeSchoolclass } from './change-schoolclass.ts'
import { readExport, writeExport } from './export-class.ts'
import { listClassOptions } from './form-options.queries.ts'
import { movePupils } from './move-to-class.ts'
import { readClassContacts } from './read-class-contacts.ts'
import { findSchoolclass } from './schoolclasses.details.queries.ts'
import { listVisibleClasses } from './schoolclasses.list.queries.ts'

/** Classes: their pupils, their leaders, and moving between them. */
export function schoolclassRoutes({ route, routeDetached }: Routes) {
  route(schoolclassEndpoints.list, ({ tx, viewer, today, query }) =>
    listVisibleClasses(tx, query.school_year_id, { viewer, today }),
  )

  route(schoolclassEndpoints.formOptions, ({ tx, viewer, today }) => listClassOptions(tx, { viewer, today }))

  route(schoolclassEndpoints.assignedByUser, async ({ tx, viewer, today, query }) => {
    const { userId = viewer.user_id } = query
    if (userId !== viewer.user_id) {
      if (!viewer.permissions.includes('manage users')) throw forbidden()
      if (!(await isUserOf(tx, { userId, schoolId: viewer.school_id }))) throw notFound()
    }
    return listAssignedClasses(tx, { userId, today })
  })

  route(schoolclassEndpoints.add, ({ tx, viewer, today, body }) => addSchoolclass(tx, { viewer, today, form: body }))

  route(schoolclassEndpoints.movePupils, ({ tx, viewer, now, today, body }) =>
    movePupils(tx, { viewer, now, today, form: body }),
  )

  route(schoolclassEndpoints.get, async ({ tx, viewer, today, params }) =>
    found(await findSchoolclass(tx, params.id, { viewer, today })),
  )

  route(schoolclassEndpoints.contacts, ({ tx, viewer, today, params }) =>
    readClassContacts(tx, params.id, { viewer, today }),
  )

  route(schoolclassEndpoints.change, ({ tx, viewer, today, params, body }) =>
    changeSchoolclass(tx, { viewer, today, id: params.id, form: body }),
  )

  route(schoolclassEndpoints.remove, ({ tx, params }) => removeSchoolclass(tx, params.id))

  routeDetached(schoolclassEndpoints.export, async ({ viewer, today, params, body, inTransaction }) => {
    const read = await inTransaction((tx) => readExport(tx, { viewer, today, id: params.id, columns: body.columns }))
    return writeExport(read, today)
  })
}
