import { viewlogEndpoints } from '#contract/viewlogs/viewlogs.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { readViewDays } from './read-view-days.ts'
import { assertMayWatch, readViewedRecords, readViews, refuseHalfSubject } from './read-views.ts'
import { readViewPaper, writeViewPaper } from './write-view-paper.ts'

/** Einsichten: who saw whose data. What was opened a moment ago is written first, so that it is there, too. */
export function viewlogRoutes({ route, routeDetached }: Routes, { views }: Platform) {
  routeDetached(viewlogEndpoints.list, async ({ viewer, today, query, inTransaction }) => {
    assertMayWatch(viewer)
    refuseHalfSubject(query)
    await views.flush()
    return inTransaction((tx) => readViews(tx, query, { viewer, today }))
  })

  routeDetached(viewlogEndpoints.days, async ({ viewer, today, query, inTransaction }) => {
    assertMayWatch(viewer)
    refuseHalfSubject(query)
    await views.flush()
    return inTransaction((tx) => readViewDays(tx, query, { viewer, today }))
  })

  route(viewlogEndpoints.records, ({ tx, viewer, today, params }) => {
    assertMayWatch(viewer)
    return readViewedRecords(tx, params.id, { viewer, today })
  })

  routeDetached(viewlogEndpoints.paper, async ({ viewer, today, now, body, inTransaction }) => {
    assertMayWatch(viewer)
    refuseHalfSubject(body)
    await views.flush()
    const paper = await inTransaction((tx) => readViewPaper(tx, body, { viewer, today }))
    return writeViewPaper(paper, { viewer, today, now })
  })
}
