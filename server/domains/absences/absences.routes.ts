import { absenceEndpoints } from '#contract/absences/absences.ts'
import type { Routes } from '#server/http/route.ts'
import { closeHalf, reopenHalf } from './close-half.ts'
import { readExport, writeExport } from './export-report.ts'
import { readClassReport } from './read-class-report.ts'
import { readPupilAbsences } from './read-pupil-absences.ts'

/** Counts of absences: of a child in a school year, of a class in a half-year. */
export function absenceRoutes({ route, routeDetached }: Routes) {
  route(absenceEndpoints.pupil, ({ tx, viewer, today, params, query }) =>
    readPupilAbsences(tx, { id: params.id, school_year_id: query.school_year_id }, { viewer, today }),
  )

  route(absenceEndpoints.report, ({ tx, viewer, today, query }) => readClassReport(tx, query, { viewer, today }))

  route(absenceEndpoints.close, ({ tx, viewer, today, body }) => closeHalf(tx, body, { viewer, today }))

  route(absenceEndpoints.reopen, ({ tx, viewer, today, body }) => reopenHalf(tx, body, { viewer, today }))

  routeDetached(absenceEndpoints.export, async ({ viewer, today, body, inTransaction }) => {
    const report = await inTransaction((tx) => readExport(tx, body, { viewer, today }))
    return writeExport(report, body.format)
  })
}
