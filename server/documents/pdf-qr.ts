import qrcode from 'qrcode'
import type { Box, PdfDocument } from './pdf-document.ts'

/** Light modules around a code, which readers need. */
const QUIET = 4

interface Square extends Omit<Box, 'width' | 'height'> {
  /** With the quiet zone. */
  size: number
}

/** Dark modules that lie side by side in a row: from which column, and how many. */
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

/** A text as a QR code of lines that stay sharp in any size. `alt` must not hold what is secret in it. */
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
