import { mm } from '#server/documents/pdf-document.ts'
import type { PageFlow } from '#server/documents/pdf-flow.ts'
import { declarationsOf, papersOf, proofLine, signersOf } from './document-content.ts'
import type { PrintedRegistration } from './printed-registrations.queries.ts'

const SECTION = 12.5
const SIZE = 10.5
const STEP = SIZE * 1.3
const SQUARE = 8
const INDENT = mm(6)
const SIGNATURE_HEIGHT = mm(19)
const SIGNED_X = mm(85)
const FOR_SCHOOL = ['Eingang', 'Gespräch am', 'Hospitation am', 'Entscheidung', 'Kürzel']
const FOR_SCHOOL_ROW = mm(8.5)
const FOR_SCHOOL_LABEL = mm(27)

interface Item {
  text: string
  /** Missing: draws a dot. */
  isTicked?: boolean
}

const drawMark = (flow: PageFlow, isTicked: boolean | undefined) => {
  const { pdf, left, y } = flow
  const top = y + 3
  pdf.decoration((doc) => {
    if (isTicked === undefined) doc.circle(left + 3, y + 7, 1.5).fill('black')
    else doc.lineWidth(0.8).rect(left, top, SQUARE, SQUARE).stroke('black')
    if (isTicked)
      doc
        .moveTo(left + 1.5, top + 4)
        .lineTo(left + 3.5, top + 6.5)
        .lineTo(left + 7, top + 1.5)
        .stroke()
  })
}

const drawList = (flow: PageFlow, items: readonly Item[]) =>
  flow.pdf.group('L', () => {
    for (const { text, isTicked } of items) {
      flow.need(flow.wrap(text, { indent: INDENT }).length * STEP)
      drawMark(flow, isTicked)
      flow.pdf.group('LI', () => flow.text(text, { indent: INDENT }, 'LBody'))
      flow.gap(mm(0.8))
    }
  })

/** The declarations, with the version of the privacy notice that was read. */
export const drawDeclarations = (flow: PageFlow, registration: PrintedRegistration) => {
  flow.heading('H2', 'Erklärungen', { size: SECTION })
  for (const { lead, declarations } of declarationsOf(registration)) {
    flow.text(lead)
    flow.gap(mm(1))
    drawList(
      flow,
      declarations.map((text) => ({ text })),
    )
  }
}

const drawSignature = (flow: PageFlow, label: string) => {
  const { pdf, left, width } = flow
  const y = flow.y + SIGNATURE_HEIGHT - 2 * STEP
  pdf.decoration((doc) => {
    doc.rect(left, y, mm(52), 0.6)
    doc.rect(SIGNED_X, y, left + width - SIGNED_X, 0.6).fill('black')
  })
  const place = { y: y + 2, size: 10, leading: 1.25 }
  pdf.text('P', 'Ort, Datum', { ...place, x: left, width: mm(52) })
  flow.y = pdf.text('P', label, { ...place, x: SIGNED_X, width: left + width - SIGNED_X }) + mm(1)
}

/** A line for each person who has to sign, all on one page. */
export const drawSignatures = (flow: PageFlow, registration: PrintedRegistration) => {
  const signers = signersOf(registration)
  const proof = proofLine(registration)
  flow.need(mm(12) + signers.length * (SIGNATURE_HEIGHT + mm(3)) + (proof ? 3 * STEP : 0))
  flow.heading('H2', 'Unterschriften', { size: SECTION })
  for (const label of signers) drawSignature(flow, label)
  if (!proof) return
  flow.gap(mm(2))
  flow.text(proof)
}

/** Empty lines in two columns, which the school fills in by hand. */
export const drawForSchool = (flow: PageFlow) => {
  const { pdf, left, width } = flow
  const height = Math.ceil(FOR_SCHOOL.length / 2) * FOR_SCHOOL_ROW + mm(12)
  flow.need(height + mm(4))
  flow.gap(mm(4))
  const from = flow.y
  pdf.decoration((doc) => doc.lineWidth(0.8).rect(left, from, width, height).stroke('black'))
  const title = { x: left + mm(3), width: mm(100), size: SECTION, font: 'bold' } as const
  const under = pdf.text('H2', 'Nur für die Schule', { ...title, y: from + mm(2) })
  const column = (width - mm(6)) / 2
  for (const [index, label] of FOR_SCHOOL.entries()) {
    const x = title.x + (index % 2) * column
    const y = under + Math.floor(index / 2) * FOR_SCHOOL_ROW + mm(2)
    pdf.text('P', label, { x, y, width: FOR_SCHOOL_LABEL, size: SIZE })
    pdf.decoration((doc) =>
      doc.rect(x + FOR_SCHOOL_LABEL, y + STEP, column - FOR_SCHOOL_LABEL - mm(4), 0.5).fill('black'),
    )
  }
  flow.y = from + height
}

/** The papers to bring, ticked when they were seen. */
export const drawPapers = (flow: PageFlow, registration: PrintedRegistration) => {
  flow.heading('H2', 'Bitte mitbringen', { size: SECTION })
  drawList(
    flow,
    papersOf(registration).map(({ text, isSeen }) => ({ text, isTicked: isSeen })),
  )
}
