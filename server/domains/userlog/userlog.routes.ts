import { userlogEndpoints } from '#contract/userlog/userlog.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { exportLog } from './export-log.ts'
import { assertMayRead } from './log-reach.ts'
import { nameFiltered } from './name-filtered.ts'
import { withLabels } from './userlog.labels.shared.queries.ts'
import { listKinds, listLog } from './userlog.queries.ts'

/** Benutzeraktionen: reading and exporting, never writing. */
export function userlogRoutes({ route }: Routes, { limits }: Platform) {
  route(userlogEndpoints.list, async ({ tx, viewer, query, today }) => {
    assertMayRead(viewer, query)
    const { rows, total } = await listLog(tx, query)
    const data = await withLabels(tx, { viewer, today }, rows)
    const names = await nameFiltered(tx, query, { viewer, today })
    return { data, total, page: query.page, per_page: query.per_page, names, ...(await listKinds(tx, query)) }
  })

  route(userlogEndpoints.export, ({ tx, viewer, body, today }) =>
    exportLog(tx, limits, { viewer, filters: body, today }),
  )
}
