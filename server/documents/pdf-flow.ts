import { mm, type PdfDocument, type Role, type TextStyle } from './pdf-document.ts'

interface FlowStyle extends TextStyle {
  /** Distance from the left edge of the flow, in points. */
  indent?: number
}

type Fact = readonly [label: string, value: string]

interface FactLayout {
  labelWidth: number
  /** The distance from both edges of the flow. */
  indent: number
}

interface Column {
  x: number
  y: number
  width: number
}

const LEFT = mm(25)
const WIDTH = mm(165)
const TOP = mm(20)
const BOTTOM = mm(275)
const SIZE = 10.5
const LEADING = 1.3
const FACT_GAP = 2
const COLUMN_GAP = mm(7)

const stepOf = ({ size = SIZE, leading = LEADING }: TextStyle) => size * leading

/** Writes a paper from top to bottom and continues on a new page where one ends; nothing is lost between two pages. */
export class PageFlow {
  readonly pdf: PdfDocument
  readonly left = LEFT
  readonly width = WIDTH
  /** Lines of usual size that a page holds. */
  readonly linesPerPage = Math.floor((BOTTOM - TOP) / stepOf({}))
  y = TOP

  constructor(pdf: PdfDocument) {
    this.pdf = pdf
    pdf.addPage()
  }

  newPage() {
    this.pdf.addPage()
    this.y = TOP
  }

  /** Starts a new page unless there is room for this height; something higher than a page also begins on a new one. */
  need(height: number) {
    if (this.y + height > BOTTOM && this.y > TOP) this.newPage()
  }

  /** How many lines of this height still fit on the page; at least one. */
  roomFor(step: number) {
    return Math.max(1, Math.floor((BOTTOM - this.y) / step))
  }

  gap(height = mm(3)) {
    this.y += height
  }

  /** A heading, never alone at the foot of a page. */
  heading(role: Role, text: string, { size, above = mm(4) }: { size: number; above?: number }) {
    const place = { x: LEFT, width: WIDTH, size, font: 'bold', leading: 1.25 } as const
    const height = this.pdf.heightOf(text, place)
    this.need(above + height + 3 * stepOf({}))
    if (this.y > TOP) this.y += above
    this.y = this.pdf.text(role, text, { ...place, y: this.y }) + mm(1)
  }

  /** Lines that are already broken, over as many pages as they need. */
  lines(lines: readonly string[], { indent = 0, ...style }: FlowStyle = {}, role: Role = 'P') {
    const place = { x: LEFT + indent, width: WIDTH - indent, size: SIZE, leading: LEADING, ...style }
    const step = stepOf(place)
    let from = 0
    while (from < lines.length) {
      this.need(step)
      const room = this.roomFor(step)
      this.y = this.pdf.lines(role, lines.slice(from, from + room), { ...place, y: this.y })
      from += room
    }
  }

  /** Breaks a text into lines for this flow. */
  wrap(text: string, { indent = 0, ...style }: FlowStyle = {}) {
    return this.pdf.wrap(text, { size: SIZE, ...style, width: WIDTH - indent })
  }

  text(text: string, style: FlowStyle = {}, role: Role = 'P') {
    this.lines(this.wrap(text, style), style, role)
  }

  #fact([label, value]: Fact, { labelWidth, indent }: FactLayout) {
    const valuePlace = {
      x: LEFT + indent + labelWidth,
      width: WIDTH - 2 * indent - labelWidth,
      size: SIZE,
      font: 'bold',
      leading: LEADING,
    } as const
    const labelPlace = { x: LEFT + indent, width: labelWidth - mm(3), size: SIZE, leading: LEADING }
    const labels = this.pdf.wrap(label, labelPlace)
    const values = this.pdf.wrap(value, valuePlace)
    const step = stepOf({})
    this.need(Math.min(values.length, 2) * step)
    this.need(labels.length * step)
    for (let from = 0; from < values.length; ) {
      this.need(step)
      const room = this.roomFor(step)
      const { y } = this
      const part = values.slice(from, from + room)
      this.pdf.group('TR', () => {
        const labelEnd = this.pdf.lines('TH', from === 0 ? labels : [`${label} (weiter)`], { ...labelPlace, y })
        this.y = Math.max(from === 0 ? labelEnd : y, this.pdf.lines('TD', part, { ...valuePlace, y })) + FACT_GAP
      })
      from += part.length
    }
  }

  /** Labels with their values beside them. */
  facts(facts: readonly Fact[], { labelWidth = mm(62), indent = 0 }: Partial<FactLayout> = {}) {
    if (facts.length === 0) return
    this.pdf.group('Table', () => {
      for (const fact of facts) this.#fact(fact, { labelWidth, indent })
    })
  }

  /**
   * A value beside its label; a value with a long word, such as a mail address, goes below it in the width of the
   * column.
   */
  #columnPlaces([label, value]: Fact, { x, y, width }: Column) {
    const style = { size: 10, leading: LEADING }
    const beside = { ...style, x: x + width * 0.36, y, width: width * 0.64, font: 'bold' } as const
    if (this.pdf.hasRoomFor(value, beside))
      return { label: { ...style, x, y, width: width * 0.36 - mm(2) }, value: beside }
    const above = { ...style, x, y, width }
    return { label: above, value: { ...beside, x, width, y: y + this.pdf.heightOf(label, above) } }
  }

  #columnFacts(facts: readonly Fact[], column: Column) {
    let { y } = column
    for (const fact of facts) {
      const places = this.#columnPlaces(fact, { ...column, y })
      this.pdf.group('TR', () => {
        const labelEnd = this.pdf.text('TH', fact[0], places.label)
        y = Math.max(labelEnd, this.pdf.text('TD', fact[1], places.value)) + FACT_GAP
      })
    }
    return y
  }

  #columnHeight(facts: readonly Fact[], width: number) {
    const heights = facts.map((fact) => {
      const { label, value } = this.#columnPlaces(fact, { x: 0, y: 0, width })
      return Math.max(this.pdf.heightOf(fact[0], label), value.y + this.pdf.heightOf(fact[1], value))
    })
    return heights.reduce((sum, height) => sum + height + FACT_GAP, stepOf({ size: 11 }))
  }

  /**
   * Titled groups of facts side by side, read one after the other; groups higher than a page go one below the other.
   */
  columns(columns: readonly { title: string; facts: readonly Fact[] }[]) {
    const width = (WIDTH - COLUMN_GAP * (columns.length - 1)) / columns.length
    const height = Math.max(...columns.map(({ facts }) => this.#columnHeight(facts, width)))
    if (height > BOTTOM - TOP) {
      for (const { title, facts } of columns) {
        this.heading('H3', title, { size: 11, above: mm(2) })
        this.facts(facts)
      }
      return
    }
    this.need(height)
    const { y } = this
    const ends = columns.map(({ title, facts }, index) => {
      const x = LEFT + index * (width + COLUMN_GAP)
      const from = this.pdf.text('H3', title, { x, y, width, size: 11, font: 'bold', leading: LEADING })
      let end = from
      this.pdf.group('Table', () => {
        end = this.#columnFacts(facts, { x, y: from, width })
      })
      return end
    })
    this.y = Math.max(...ends)
  }
}
