import { pupilDocumentEndpoints } from '#contract/pupildocuments/pupildocuments.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { previewSheets, readSheets } from './plan-sheets.ts'
import { readCertificate, writeCertificate } from './write-certificate.ts'
import { writeSheets } from './write-sheets.ts'

/** Papers about pupils: read in a transaction, drawn after it. */
export function pupilDocumentRoutes({ route, routeDetached }: Routes, platform: Platform) {
  routeDetached(pupilDocumentEndpoints.certificate, async ({ viewer, today, now, params, body, inTransaction }) => {
    const read = await inTransaction((tx) => readCertificate(tx, { id: params.id, viewer, today }))
    return writeCertificate({ ...read, purpose: body.purpose, today, now })
  })

  route(pupilDocumentEndpoints.preview, ({ tx, viewer, today, body }) =>
    previewSheets(tx, { form: body, viewer, today }),
  )

  routeDetached(pupilDocumentEndpoints.sheets, async ({ viewer, today, now, body, inTransaction }) => {
    const sheets = await inTransaction((tx) => readSheets(tx, platform, { form: body, viewer, today }))
    return writeSheets({ sheets, schoolId: viewer.school_id, today, now })
  })
}
