import type { LabelFormat } from '#contract/pupildocuments/pupildocuments.ts'
import { A4, mm } from '#server/documents/pdf-document.ts'
import type { LabelGrid } from '#server/documents/pdf-labels.ts'

/** Sheets whose labels touch each other; the margins are at the top and bottom. */
const seamless = (width: number, height: number): LabelGrid => ({
  columns: 3,
  rows: 8,
  width: mm(width),
  height: mm(height),
  left: 0,
  top: (A4.height - 8 * mm(height)) / 2,
  across: mm(width),
})

/** The makers of the sheets publish these sizes. */
export const LABEL_GRIDS: Record<LabelFormat, LabelGrid> = {
  '3x8-70x36': seamless(70, 36),
  '3x8-70x37': seamless(70, 37),
  '3x7-63x38': {
    columns: 3,
    rows: 7,
    width: mm(63.5),
    height: mm(38.1),
    left: mm(7.2),
    top: mm(15.1),
    across: mm(66),
  },
}
