import { formatDate } from '#contract/dates.ts'
import { A4, mm, type PdfDocument, type TextPlace, type TextStyle } from './pdf-document.ts'
import { type SchoolHead, schoolHeadOf } from './pdf-school-head.ts'

const LEFT = mm(25)
const WIDTH = mm(165)
const BOTTOM = mm(277)
/** DIN 5008, form B: the window, the date beside it, the subject, fold marks and hole mark. */
const RETURN_LINE_Y = mm(57.5)
const ADDRESS_Y = mm(62.7)
const ADDRESS_WIDTH = mm(80)
const ADDRESS_HEIGHT = mm(27.3)
const ADDRESS_SIZES = [11, 10, 9, 8, 7]
const DATE_X = mm(125)
const SUBJECT_Y = mm(98.5)
const FOLDS = [mm(105), mm(210)]
const HOLE = mm(148.5)

export interface Letter {
  /** All of it is visible through the window; many lines are written smaller. */
  address: readonly string[]
  /** `2026-11-20`; beside the address stands „Ort, 20.11.2026“. */
  day: string
  subject: string
  /** Lines; an empty one is a gap. */
  body: string
  /** The end of the letter: greeting and sender. */
  closing: string
}

/** Writes from top to bottom and continues on a new page where one ends. */
export class LetterFlow {
  readonly #pdf: PdfDocument
  readonly #letter: Letter
  #page = 1
  y = SUBJECT_Y

  constructor(pdf: PdfDocument, letter: Letter) {
    this.#pdf = pdf
    this.#letter = letter
  }

  /** Starts a new page unless there is room for this height. */
  need(height: number) {
    if (this.y + height > BOTTOM) this.nextPage()
  }

  nextPage() {
    this.#pdf.addPage()
    this.#page += 1
    this.#pdf.marginText(`Seite ${this.#page} zum Schreiben vom ${formatDate(this.#letter.day)}`, {
      x: LEFT,
      y: mm(15),
      width: WIDTH,
      size: 9,
    })
    this.y = mm(25)
  }

  paragraph(text: string, style: TextStyle = {}) {
    const place = { x: LEFT, width: WIDTH, ...style }
    const lines = this.#pdf.wrap(text, place)
    const step = (style.size ?? 11) * (style.leading ?? 1.35)
    while (lines.length > 0) {
      this.need(step)
      const room = Math.max(1, Math.floor((BOTTOM - this.y) / step))
      this.y = this.#pdf.lines('P', lines.splice(0, room), { ...place, y: this.y })
    }
  }

  /** Several paragraphs; an empty line is a gap. */
  text(text: string) {
    for (const line of text.split('\n')) {
      if (line === '') this.gap()
      else this.paragraph(line)
    }
  }

  gap(height = mm(4)) {
    this.y += height
  }
}

/** The address in the largest letters that fit the window. */
const windowed = (pdf: PdfDocument, address: readonly string[]): [string[], TextPlace] => {
  const place = { x: LEFT, y: ADDRESS_Y, width: ADDRESS_WIDTH, leading: 1.2 }
  const tries = ADDRESS_SIZES.map((size) => ({
    size,
    lines: address.flatMap((line) => pdf.wrap(line, { size, width: ADDRESS_WIDTH })),
  }))
  const fits = tries.find(({ size, lines }) => lines.length * size * place.leading <= ADDRESS_HEIGHT)
  const { size, lines } = fits ?? (tries.at(-1) as (typeof tries)[number])
  return [lines.slice(0, Math.floor(ADDRESS_HEIGHT / (size * place.leading))), { ...place, size }]
}

/** Letters of one school in one file, each beginning on a page of its own (DIN 5008, form B, for window envelopes). */
export function lettersOf(pdf: PdfDocument, school: SchoolHead) {
  const drawHead = schoolHeadOf(pdf, school)
  const sender = `${school.name} · ${school.street} ${school.house_number} · ${school.zip} ${school.city}`

  const drawFrame = (letter: Letter) => {
    drawHead()
    const returnSize = Math.min(8, (8 * ADDRESS_WIDTH) / pdf.widthOf(sender, { size: 8 }))
    pdf.lines('P', [sender], { x: LEFT, y: RETURN_LINE_Y, width: ADDRESS_WIDTH, size: returnSize })
    pdf.lines('P', ...windowed(pdf, letter.address))
    pdf.text('P', `${school.city}, ${formatDate(letter.day)}`, {
      x: DATE_X,
      y: ADDRESS_Y,
      width: mm(65),
      align: 'right',
    })
    pdf.decoration((doc) => {
      for (const y of FOLDS) doc.rect(mm(4), y, mm(4), 0.4)
      doc.rect(mm(4), HOLE, mm(6), 0.4).fill('black')
    })
  }

  /** `more` draws the part between text and closing, `after` what follows the letter. */
  return (letter: Letter, more?: (flow: LetterFlow) => void, after?: (flow: LetterFlow) => void) =>
    pdf.group('Sect', () => {
      pdf.addPage()
      drawFrame(letter)
      const flow = new LetterFlow(pdf, letter)
      flow.y = pdf.text('H1', letter.subject, { x: LEFT, y: SUBJECT_Y, width: WIDTH, size: 12, font: 'bold' })
      flow.gap(mm(6))
      flow.text(letter.body)
      more?.(flow)
      flow.gap()
      flow.text(letter.closing)
      after?.(flow)
    })
}

/** A list on separate pages, such as everybody who is missing in the file and why. */
export function listPage(pdf: PdfDocument, { heading, rows }: { heading: string; rows: readonly string[] }) {
  const place = { x: LEFT, width: WIDTH, size: 10.5 }
  pdf.group('Sect', () => {
    pdf.addPage()
    let y = pdf.text('H1', heading, { ...place, y: mm(25), size: 15, font: 'bold' }) + mm(5)
    for (const row of rows) {
      const height = pdf.heightOf(row, place)
      if (y + height > A4.height - mm(20)) {
        pdf.addPage()
        y = mm(25)
      }
      y = pdf.text('P', row, { ...place, y }) + mm(1.5)
    }
  })
}
