import { circularEndpoints } from '#contract/circulars/circulars.ts'
import { registrationDocumentEndpoints as endpoints } from '#contract/registrationdocuments/registrationdocuments.ts'
import { registrationInformEndpoints } from '#contract/registrations/registrations.inform.ts'
import { noteDecisionLetters } from '#server/domains/registrations/mails/decision-letters.shared.ts'
import type { Routes } from '#server/http/route.ts'
import { requestPapers, savePapers } from './save-papers.ts'
import { readCircularLetters } from './write-circular-letters.ts'
import { readLetters, writeLetters, writtenTo } from './write-decision-letters.ts'
import { readDocument, readDocuments, writeDocument, writeDocuments } from './write-documents.ts'

/** Papers of applications: the school's data are read in a transaction, and the papers drawn after it. */
export function registrationDocumentRoutes({ route, routeDetached }: Routes) {
  routeDetached(endpoints.document, async ({ params, now, today, viewer, inTransaction }) =>
    writeDocument(await inTransaction((tx) => readDocument(tx, params.id, today)), { schoolId: viewer.school_id, now }),
  )

  routeDetached(endpoints.documents, async ({ body, now, today, viewer, inTransaction }) => {
    const { ids, has_notice: hasNotice } = body
    const printing = await inTransaction((tx) => readDocuments(tx, { ids, today, hasNotice }))
    return writeDocuments(printing, { schoolId: viewer.school_id, today, now })
  })

  // The families count as informed only once the file is there.
  routeDetached(registrationInformEndpoints.letters, async ({ body, now, today, viewer, inTransaction }) => {
    const read = await inTransaction((tx) => readLetters(tx, body.families, { now }))
    const file = await writeLetters({ ...read, title: 'Bescheide', schoolId: viewer.school_id, today, now })
    await inTransaction((tx) => noteDecisionLetters(tx, writtenTo(read.letters), { viewer, now }))
    return file
  })

  routeDetached(circularEndpoints.letters, async ({ params: { id }, body, now, today, viewer, inTransaction }) => {
    const read = await inTransaction((tx) => readCircularLetters(tx, { id, contactIds: body.contact_ids, now }))
    return writeLetters({ ...read, title: 'Rundmail', schoolId: viewer.school_id, today, now })
  })

  route(endpoints.savePapers, ({ tx, params, body, ...acting }) => savePapers(tx, body, { id: params.id, ...acting }))

  route(endpoints.requestPapers, ({ tx, params, body, ...acting }) =>
    requestPapers(tx, body.is_requested, { id: params.id, ...acting }),
  )
}
