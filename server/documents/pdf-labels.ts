import { type Box, mm, type PdfDocument } from './pdf-document.ts'

/** The positions of labels on a sheet, in points. */
export interface LabelGrid {
  columns: number
  rows: number
  width: number
  height: number
  left: number
  top: number
  /** The distance between the left edges of two columns. */
  across: number
}

const SIZES = [11, 10, 9, 8, 7]
const PADDING = { x: mm(6), y: mm(4) }

/** The largest size in which the lines fit. */
const fitted = (pdf: PdfDocument, lines: readonly string[], box: Box) => {
  const width = box.width - 2 * PADDING.x
  const all = SIZES.map((size) => ({ size, lines: lines.flatMap((line) => pdf.wrap(line, { width, size })) }))
  const room = box.height - 2 * PADDING.y
  const fits = all.find((one) => one.lines.length * one.size * 1.2 <= room)
  const smallest = { size: 7, lines: all.at(-1)?.lines.slice(0, Math.floor(room / (7 * 1.2))) ?? [] }
  return { ...(fits ?? smallest), width }
}

interface Labels {
  grid: LabelGrid
  /** The first label that is still on the sheet, from 1. */
  start: number
  labels: readonly (readonly string[])[]
}

/** Labels row by row, page after page. */
export async function drawLabels(pdf: PdfDocument, { grid, start, labels }: Labels) {
  const perSheet = grid.columns * grid.rows
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
