import { schoolyearEndpoints as endpoints } from '#contract/schoolyears/schoolyears.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { notFound } from '#server/http/api-error.ts'
import type { Routes } from '#server/http/route.ts'
import { addSchoolyear, changeSchoolyear, removeSchoolyear } from './change-schoolyear.ts'
import { findFreeDaysPreset } from './preset-free-days.ts'
import { readFreeDays } from './read-free-days.ts'
import { saveFreeDays } from './save-free-days.ts'
import { listYearDetails } from './schoolyears.details.queries.ts'
import { findSchoolyear } from './schoolyears.shared.queries.ts'
import { activateSchoolyear } from './schoolyears.shared.ts'

const findOr404 = async (tx: SchoolTransaction, id: number) => {
  const year = await findSchoolyear(tx, id)
  if (!year) throw notFound()
  return year
}

/** School years and their free days. */
export function schoolyearRoutes({ route, routeDetached }: Routes) {
  route(endpoints.list, ({ tx, now }) => listYearDetails(tx, { now }))

  route(endpoints.add, ({ tx, body, today }) => addSchoolyear(tx, { form: body, today }))

  route(endpoints.get, async ({ tx, params, now }) => {
    const [year] = await listYearDetails(tx, { now, id: params.id })
    if (!year) throw notFound()
    return year
  })

  route(endpoints.change, ({ tx, params, body }) => changeSchoolyear(tx, { id: params.id, form: body }))

  route(endpoints.remove, ({ tx, params, now }) => removeSchoolyear(tx, { id: params.id, now }))

  route(endpoints.activate, ({ tx, params, today }) => activateSchoolyear(tx, { id: params.id, today }))

  route(endpoints.saveFreeDays, ({ tx, params, body }) => saveFreeDays(tx, { id: params.id, form: body }))

  route(endpoints.presetFreeDays, async ({ tx, params }) => findFreeDaysPreset(tx, await findOr404(tx, params.id)))

  // A file is read while no transaction waits for it.
  routeDetached(endpoints.readFreeDays, async ({ params, body, inTransaction }) =>
    readFreeDays(body.content, await inTransaction((tx) => findOr404(tx, params.id))),
  )
}
