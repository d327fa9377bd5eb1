import { formatDateTime } from '#contract/dates.ts'
import type { FileReply } from '#contract/file-reply.ts'
import type { ProcessingRegister, RegisterFormat } from '#contract/processings/processings.ts'
import { registerMarkdown } from '#contract/processings/register-markdown.ts'
import { PDF_TYPE } from '#contract/pupildocuments/pupildocuments.ts'
import { inPaperTurn } from '#server/documents/in-turn.ts'
import { mm, PdfDocument } from '#server/documents/pdf-document.ts'
import { PageFlow } from '#server/documents/pdf-flow.ts'
import { markdownText } from '#server/documents/pdf-markdown.ts'
import { type SchoolHead, schoolHeadOf } from '#server/documents/pdf-school-head.ts'

const TITLE = 'Verzeichnis der Verarbeitungstätigkeiten'

interface Writing {
  register: ProcessingRegister
  school: SchoolHead
  schoolId: number
  now: Date
  today: string
}

const writePdf = ({ register, school, schoolId, now, today }: Writing) =>
  inPaperTurn(schoolId, async (signal) => {
    const pdf = await PdfDocument.open({ title: TITLE, at: now, hasParts: true, signal })
    pdf.group('Sect', () => {
      const flow = new PageFlow(pdf)
      schoolHeadOf(pdf, school)()
      flow.y = mm(42)
      flow.heading('H1', TITLE, { size: 18, above: 0 })
      flow.text('nach Art. 30 Abs. 1 DSGVO')
      flow.heading('H2', 'Angaben', { size: 14 })
      markdownText(pdf, flow.width)(flow, registerMarkdown(register, today))
    })
    pdf.endPart(`${TITLE} · Erstellt am ${formatDateTime(now)}`)
    return pdf.finish()
  })

/** The register as a file; its name names the day. */
export async function writeRegister(format: RegisterFormat, writing: Writing): Promise<FileReply> {
  const name = `verarbeitungsverzeichnis-${writing.today}`
  if (format === 'pdf') return { filename: `${name}.pdf`, media_type: PDF_TYPE, content: await writePdf(writing) }
  const text = `# ${TITLE}\n\n${registerMarkdown(writing.register, writing.today)}\n`
  return { filename: `${name}.md`, media_type: 'text/markdown; charset=utf-8', content: Buffer.from(text) }
}
