import { describe, expect, test } from 'vitest'
import { LABEL_FORMATS, LABELS_PER_SHEET } from '#contract/pupildocuments/pupildocuments.ts'
import { mm, PdfDocument } from '#server/documents/pdf-document.ts'
import { drawLabels } from '#server/documents/pdf-labels.ts'
import { readPdf } from '#server/test/read-pdf.ts'
import { LABEL_GRIDS } from './label-grids.ts'

describe('labels', () => {
  test.each(LABEL_FORMATS)('%s begin where the sheet is still unused and stay inside theirs', async (format) => {
    const perSheet = LABELS_PER_SHEET[format]
    const labels = Array.from({ length: perSheet }, (_, index) => [`Kind ${index}`, 'W'.repeat(120)])
    const pdf = await PdfDocument.open({ title: 'Etiketten', at: new Date('2026-11-20T08:00:00Z') })
    await drawLabels(pdf, { grid: LABEL_GRIDS[format], start: perSheet, labels })
    const { pages } = await readPdf(await pdf.finish())
    const names = pages.map(({ text }) => text.match(/^Kind \d+$/gm)?.length)
    expect(names).toEqual([1, perSheet - 1])
    const [first, ...others] = pages[1]?.lines.filter(({ str }) => str.startsWith('Kind')) ?? []
    expect(new Set([first, ...others].map((line) => Math.round(line?.x ?? 0))).size).toBe(3)
    expect(pages[0]?.lines[0]?.x).toBeGreaterThan(mm(130))
    for (const { x, width } of pages[1]?.lines ?? []) expect(x + width).toBeLessThan(mm(210))
  })
})
