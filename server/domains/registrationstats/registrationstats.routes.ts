import { registrationStatEndpoints as endpoints } from '#contract/registrationstats/registrationstats.ts'
import type { Routes } from '#server/http/route.ts'
import { writeStats } from './export-stats.ts'
import { readStats } from './read-stats.ts'

/** Numbers of applications, without anything about a person. */
export function registrationStatRoutes({ route, routeDetached }: Routes) {
  route(endpoints.get, ({ tx, query, today }) => readStats(tx, { yearId: query.school_year_id, today }))

  routeDetached(endpoints.export, async ({ body, today, inTransaction }) => {
    const stats = await inTransaction((tx) => readStats(tx, { yearId: body.school_year_id, today }))
    return writeStats(stats, body.table, body.format)
  })
}
