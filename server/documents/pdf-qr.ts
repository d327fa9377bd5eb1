import qrcode from 'qrcode'
import type { Box, PdfDocument } from './pdf-document.ts'

/** Light modules around a code; readers need them. */
const QUIET = 4

interface Square extends Omit<Box, 'width' | 'height'> {
  /** The size with the quiet zone. */
  size: number
}

/** Neighbouring dark modules in a row: the first column, and how many. */
const runsOf = (row: readonly boolean[]) => {
  const runs: { from: number; count: number }[] = []
  for (const [column, isDark] of row.entries()) {
    if (!isDark) continue
    const last = runs.at(-1)
    if (last && last.from + last.count === column) last.count += 1
    else runs.push({ from: column, count: 1 })
  }
  return runs
}

/** Draws a text as a QR code of lines that are sharp in any size. `alt` must not contain secrets from the text. */
export function drawQr(pdf: PdfDocument, { text, alt }: { text: string; alt: string }, { x, y, size }: Square) {
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' })
  const step = size / (modules.size + 2 * QUIET)
  const rows = Array.from({ length: modules.size }, (_, row) =>
    Array.from({ length: modules.size }, (_none, column) => modules.get(row, column) === 1),
  )
  pdf.figure(alt, { x, y, width: size, height: size }, (doc) => {
    for (const [row, cells] of rows.entries()) {
      for (const { from, count } of runsOf(cells))
        doc.rect(x + (QUIET + from) * step, y + (QUIET + row) * step, count * step, step)
    }
    doc.fill('black')
  })
}
