import type { FileReply } from '#contract/file-reply.ts'
import { PDF_TYPE } from '#contract/pupildocuments/pupildocuments.ts'
import { exportedRows } from '#contract/userlog/userlog-labels.ts'
import { logEvent, onlyOne } from '#server/db/log-event.ts'
import { logView } from '#server/db/log-view.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { inPaperTurn } from '#server/documents/in-turn.ts'
import { PdfDocument } from '#server/documents/pdf-document.ts'
import { notFound } from '#server/http/api-error.ts'
import { documentsOf } from './draw-document.ts'
import { listPrinted, type Printing, type PrintQuery } from './printed-registrations.queries.ts'

/** The content of the paper for one application; the export is logged. 404 when it is unknown or in the bin. */
export async function readDocument(tx: SchoolTransaction, id: number, today: string) {
  const printing = await listPrinted(tx, { ids: [id], today, hasNotice: true })
  if (printing.printed.length === 0) throw notFound()
  await logEvent(tx, { action: 'registration_document_downloaded', entityType: 'registration', entityId: id })
  await logView(tx, { kind: 'print', subject: 'registration', ids: [id], what: 'Aufnahmeantrag' })
  return printing
}

/** The same for many. Unknown ones, those in the bin and those of other schools get the same 404. */
export async function readDocuments(tx: SchoolTransaction, query: PrintQuery) {
  const printing = await listPrinted(tx, query)
  const { printed } = printing
  if (printed.length < new Set(query.ids).size) throw notFound()
  const fields = [exportedRows(printed.length)]
  const ids = printed.map(({ id }) => id)
  await logEvent(tx, { action: 'registrations_printed', entityType: 'registration', entityId: onlyOne(ids), fields })
  await logView(tx, { kind: 'print', subject: 'registration', ids, what: 'Aufnahmeanträge' })
  return printing
}

interface Writing extends Printing {
  title: string
  schoolId: number
  now: Date
}

const writeAll = ({ printed, school, title, schoolId, now }: Writing) =>
  inPaperTurn(schoolId, async (signal) => {
    const pdf = await PdfDocument.open({ title, at: now, hasParts: true, signal })
    const draw = await documentsOf(pdf, school)
    for (const registration of printed) {
      await pdf.breathe()
      draw({ registration, now })
    }
    return pdf.finish()
  })

interface Drawn {
  schoolId: number
  now: Date
}

/** The Aufnahmeantrag (domain §2.4); its file name names no person. */
export async function writeDocument(printing: Printing, { schoolId, now }: Drawn): Promise<FileReply> {
  const number = printing.printed[0]?.number ?? ''
  const content = await writeAll({ ...printing, title: `Aufnahmeantrag ${number}`, schoolId, now })
  return { filename: `Bewerbung_${number}.pdf`, media_type: PDF_TYPE, content }
}

interface DrawnMany extends Drawn {
  today: string
}

/** Many in one file, each starting on a new page. */
export async function writeDocuments(printing: Printing, { today, ...drawn }: DrawnMany): Promise<FileReply> {
  const content = await writeAll({ ...printing, title: 'Aufnahmeanträge', ...drawn })
  return { filename: `Bewerbungen_${today}.pdf`, media_type: PDF_TYPE, content }
}
