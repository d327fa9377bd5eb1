import { EXPORT_LABELS, pupilExportEndpoints } from '#contract/pupilexports/pupilexports.ts'
import { exportedRows } from '#contract/userlog/userlog-labels.ts'
import { logEvent } from '#server/db/log-event.ts'
import { logView } from '#server/db/log-view.ts'
import type { Routes } from '#server/http/route.ts'
import { fileOf } from './export-formats.ts'
import { readExport } from './read-export.ts'

/** Pupils as files. Read and logged in one transaction (domain DP-18); written after it, and stored nowhere. */
export function pupilExportRoutes({ routeDetached }: Routes) {
  routeDetached(pupilExportEndpoints.create, async ({ viewer, today, body, inTransaction }) => {
    const file = await inTransaction(async (tx) => {
      const source = await readExport(tx, body, { viewer, today })
      const { contents, write } = fileOf(source)
      const fields = [exportedRows(source.pupils.length), ...contents]
      await logEvent(tx, { action: 'export_created', entityType: 'pupil', entityId: null, fields })
      const ids = source.pupils.map(({ id }) => id)
      await logView(tx, { kind: 'export', subject: 'pupil', ids, what: EXPORT_LABELS[body.format] })
      return { write }
    })
    return file.write()
  })
}
