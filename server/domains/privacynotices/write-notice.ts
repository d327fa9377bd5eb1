import { formatDayOf } from '#contract/dates.ts'
import type { FileReply } from '#contract/file-reply.ts'
import { PDF_TYPE } from '#contract/pupildocuments/pupildocuments.ts'
import { inPaperTurn } from '#server/documents/in-turn.ts'
import { mm, PdfDocument } from '#server/documents/pdf-document.ts'
import { PageFlow } from '#server/documents/pdf-flow.ts'
import { markdownText } from '#server/documents/pdf-markdown.ts'
import { type SchoolHead, schoolHeadOf } from '#server/documents/pdf-school-head.ts'

const TITLE = 'Datenschutzhinweise'

interface PrintedNotice {
  notice: { version_number: number; body_markdown: string; created_at: string }
  school: SchoolHead
  schoolId: number
  now: Date
}

/** One version as families read it, on paper with the school's head; each page names version and day. */
export async function writeNotice({ notice, school, schoolId, now }: PrintedNotice): Promise<FileReply> {
  const { version_number, body_markdown, created_at } = notice
  const version = `Fassung ${version_number} vom ${formatDayOf(created_at)}`
  const content = await inPaperTurn(schoolId, async (signal) => {
    const pdf = await PdfDocument.open({ title: `${TITLE}, ${version}`, at: now, hasParts: true, signal })
    pdf.group('Sect', () => {
      const flow = new PageFlow(pdf)
      schoolHeadOf(pdf, school)()
      flow.y = mm(42)
      flow.heading('H1', TITLE, { size: 18, above: 0 })
      flow.text(`nach Art. 13 DSGVO · ${version}`)
      flow.gap()
      markdownText(pdf, flow.width)(flow, body_markdown)
    })
    pdf.endPart(`${TITLE} · ${version}`)
    return pdf.finish()
  })
  return { filename: `datenschutzhinweise-fassung-${version_number}.pdf`, media_type: PDF_TYPE, content }
}
