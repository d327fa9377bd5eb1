import { MESSAGES } from '#contract/formats.ts'
import type { Permission } from '#contract/permissions.ts'
import { mayCountBy } from '#contract/pupilfigures/figure-fields.ts'
import { pupilFigureEndpoints as endpoints, readFigureTable } from '#contract/pupilfigures/pupilfigures.ts'
import { invalid } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { countPupils } from './count-pupils.ts'
import { writeFigures } from './write-figures.ts'

/** Whoever may not see what is counted gets no numbers of it either. */
const refuseUnseen = (tables: readonly string[], permissions: readonly Permission[]) => {
  const keys = tables.flatMap((name) => Object.values(readFigureTable(name) ?? {}))
  if (!keys.every((key) => key === null || mayCountBy(key, permissions))) throw invalid({ tables: [MESSAGES.boolean] })
}

/** Numbers of children on a day, as authorities ask for them. */
export function pupilFigureRoutes({ route, routeDetached }: Routes, { keys }: Pick<Platform, 'keys'>) {
  route(endpoints.get, ({ tx, query, viewer, today }) => {
    refuseUnseen(query.tables, viewer.permissions)
    return countPupils(tx, { ...query, keys, viewer, today })
  })

  routeDetached(endpoints.export, async ({ body, viewer, today, inTransaction }) => {
    refuseUnseen(body.tables, viewer.permissions)
    return writeFigures(await inTransaction((tx) => countPupils(tx, { ...body, keys, viewer, today })))
  })
}
