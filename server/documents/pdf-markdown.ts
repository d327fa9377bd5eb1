import { type Block, parseMarkdown } from '#contract/markdown-blocks.ts'
import type { Inline } from '#contract/markdown-inline.ts'
import { mm, type PdfDocument, type Role, type Run } from './pdf-document.ts'
import type { PageFlow } from './pdf-flow.ts'

const SIZE = 10.5
const LEADING = 1.3
const STEP = SIZE * LEADING
const ITEM_INDENT = mm(6)

/** A laid-out text: broken into lines once, for all the papers of the file. */
interface Laid {
  role: Role
  lines: Run[][]
  size: number
  indent: number
  /** The mark of a list entry: „•“ or „2.“. */
  mark?: string
}

/** Italics have no font on paper; a link prints its address. */
const runsOf = (nodes: readonly Inline[], font: Run['font']): Run[] =>
  nodes.flatMap((node): Run[] => {
    if (node.kind === 'text') return [{ text: node.text, font }]
    if (node.kind === 'break') return [{ text: '\n', font }]
    if (node.kind !== 'link') return runsOf(node.children, node.kind === 'strong' ? 'bold' : font)
    const label = runsOf(node.children, font)
    const address = node.href.replace(/^(?:mailto|tel):/i, '')
    return label.some(({ text }) => text.includes(address)) ? label : [...label, { text: ` (${address})`, font }]
  })

interface Measure {
  width: number
  size: number
}

/** Lines that are filled run by run and break at spaces. */
class RunLines {
  readonly lines: Run[][] = [[]]
  readonly #pdf: PdfDocument
  readonly #measure: Measure
  #used = 0

  constructor(pdf: PdfDocument, measure: Measure) {
    this.#pdf = pdf
    this.#measure = measure
  }

  #widthOf({ text, font }: Run) {
    return this.#pdf.widthOf(text, { size: this.#measure.size, font })
  }

  break() {
    this.lines.push([])
    this.#used = 0
  }

  #put(run: Run, taken: number) {
    const line = this.lines.at(-1) as Run[]
    const last = line.at(-1)
    if (last?.font === run.font) last.text += run.text
    else line.push({ ...run })
    this.#used += taken
  }

  /** Adds a word with the space behind it, as it is drawn; a word that is too long breaks anywhere. */
  add(run: Run) {
    const taken = this.#widthOf(run)
    const { width } = this.#measure
    const bare = run.text.endsWith(' ') ? taken - this.#widthOf({ ...run, text: ' ' }) : taken
    if (this.#used > 0 && this.#used + bare > width) this.break()
    if (bare <= width) return this.#put(run, taken)
    for (const [index, text] of this.#pdf.wrap(run.text, { ...this.#measure, font: run.font }).entries()) {
      if (index > 0) this.break()
      this.#put({ ...run, text }, this.#widthOf({ ...run, text }))
    }
  }
}

const wrapRuns = (pdf: PdfDocument, runs: readonly Run[], measure: Measure) => {
  const built = new RunLines(pdf, measure)
  for (const { text, font } of runs) {
    if (text === '\n') built.break()
    else for (const word of text.split(/(?<= )(?=\S)/)) built.add({ text: word, font })
  }
  return built.lines
}

const listOf = (pdf: PdfDocument, { isOrdered, start, items }: Extract<Block, { kind: 'list' }>, width: number) =>
  items.map(
    (item, index): Laid => ({
      role: 'LBody',
      lines: wrapRuns(pdf, runsOf(item, 'regular'), { width: width - ITEM_INDENT, size: SIZE }),
      size: SIZE,
      indent: ITEM_INDENT,
      mark: isOrdered ? `${start + index}.` : '•',
    }),
  )

const laidOut = (pdf: PdfDocument, block: Block, width: number): Laid[] => {
  if (block.kind === 'list') return listOf(pdf, block, width)
  const isHeading = block.kind === 'heading'
  const size = isHeading && block.level === 2 ? 11.5 : SIZE
  const lines = wrapRuns(pdf, runsOf(block.children, isHeading ? 'bold' : 'regular'), { width, size })
  if (!isHeading) return [{ role: 'P', lines, size, indent: 0 }]
  return [{ role: block.level === 2 ? 'H3' : 'H4', lines, size, indent: 0 }]
}

const drawPiece = (flow: PageFlow, { role, lines, size, indent }: Laid) => {
  const step = size * LEADING
  const place = { x: flow.left + indent, width: flow.width - indent, size, leading: LEADING }
  for (let from = 0; from < lines.length; ) {
    flow.need(step)
    const room = flow.roomFor(step)
    flow.y = flow.pdf.runs(role, lines.slice(from, from + room), { ...place, y: flow.y })
    from += room
  }
}

const drawItem = (flow: PageFlow, item: Laid) =>
  flow.pdf.group('LI', () => {
    flow.need(STEP)
    const place = { x: flow.left, y: flow.y, width: ITEM_INDENT, size: SIZE, leading: LEADING }
    flow.pdf.lines('Lbl', [item.mark ?? ''], place)
    drawPiece(flow, item)
  })

const drawBlock = (flow: PageFlow, pieces: readonly Laid[], first: Laid) => {
  const isHeading = first.role.startsWith('H')
  flow.gap(isHeading ? mm(3) : mm(1.5))
  // A heading never stands alone at the foot of a page.
  if (isHeading) flow.need(3 * STEP + first.lines.length * first.size * LEADING)
  if (first.mark === undefined) return drawPiece(flow, first)
  flow.pdf.group('L', () => {
    for (const item of pieces) drawItem(flow, item)
  })
}

/** Draws Markdown below a heading of the second level; the same text is laid out once for each file. */
export function markdownText(pdf: PdfDocument, width: number) {
  const laid = new Map<string, Laid[][]>()
  const blocksOf = (markdown: string) => {
    const known = laid.get(markdown) ?? parseMarkdown(markdown).map((block) => laidOut(pdf, block, width))
    laid.set(markdown, known)
    return known
  }
  return (flow: PageFlow, markdown: string) => {
    for (const pieces of blocksOf(markdown)) if (pieces[0]) drawBlock(flow, pieces, pieces[0])
  }
}
