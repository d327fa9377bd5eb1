import { LABELS_PER_SHEET, type LabelFormat } from '#contract/pupil-documents.ts'
import { A4, type Box, mm, type PdfDocument } from './pdf-document.ts'

interface Grid {
  columns: number
  width: number
  height: number
  left: number
  top: number
  /** Between the left edges of two columns. */
  across: number
}

const rowsCentred = (width: number, height: number): Grid => ({
  columns: 3,
  width: mm(width),
  height: mm(height),
  left: 0,
  top: (A4.height - 8 * mm(height)) / 2,
  across: mm(width),
})

/** As the makers of the sheets give them. */
const GRIDS: Record<LabelFormat, Grid> = {
  '3x8-70x36': rowsCentred(70, 36),
  '3x8-70x37': rowsCentred(70, 37),
  '3x7-63x38': { columns: 3, width: mm(63.5), height: mm(38.1), left: mm(7.2), top: mm(15.1), across: mm(66) },
}

const SIZES = [11, 10, 9, 8, 7]
const PADDING = { x: mm(6), y: mm(4) }

/** The largest of the sizes in which the lines fit. */
const fitted = (pdf: PdfDocument, lines: readonly string[], box: Box) => {
  const width = box.width - 2 * PADDING.x
  const all = SIZES.map((size) => ({ size, lines: lines.flatMap((line) => pdf.wrap(line, { width, size })) }))
  const room = box.height - 2 * PADDING.y
  const fits = all.find((one) => one.lines.length * one.size * 1.2 <= room)
  const smallest = { size: 7, lines: all.at(-1)?.lines.slice(0, Math.floor(room / (7 * 1.2))) ?? [] }
  return { ...(fits ?? smallest), width }
}

interface Labels {
  format: LabelFormat
  /** The first label that is still on the sheet, from 1. */
  start: number
  labels: readonly (readonly string[])[]
}

/** Labels row by row, page after page. */
export async function drawLabels(pdf: PdfDocument, { format, start, labels }: Labels) {
  const grid = GRIDS[format]
  const perSheet = LABELS_PER_SHEET[format]
  for (const [index, lines] of labels.entries()) {
    const place = (start - 1 + index) % perSheet
    if (index === 0 || place === 0) {
      await pdf.breathe()
      pdf.addPage()
    }
    const box = {
      x: grid.left + (place % grid.columns) * grid.across,
      y: grid.top + Math.floor(place / grid.columns) * grid.height,
      width: grid.width,
      height: grid.height,
    }
    const { size, lines: written, width } = fitted(pdf, lines, box)
    const height = written.length * size * 1.2
    const y = box.y + (box.height - height) / 2
    pdf.lines('P', written, { x: box.x + PADDING.x, y, width, size, leading: 1.2 })
  }
}
