import { setImmediate as nextTurn } from 'node:timers/promises'
import type PDFDocument from 'pdfkit'
import { breakWord } from './break-word.ts'
import { type FontName, fontFile } from './font-file.ts'

/** Converts millimetres to points. */
export const mm = (length: number) => (length * 72) / 25.4

export const A4 = { width: mm(210), height: mm(297) }

type Doc = PDFKit.PDFDocument
export interface TextStyle {
  /** In points; missing: 11. */
  size?: number
  font?: FontName
  align?: 'left' | 'center' | 'right'
  /** Line height as a multiple of the size; missing: 1.35. */
  leading?: number
}

/** The position of a text: its upper left corner and its largest width, in points. */
export interface TextPlace extends TextStyle {
  x: number
  y: number
  width: number
}

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** An image that the document has opened. */
export interface OpenedImage {
  width: number
  height: number
}

/** How many letters fit in any case: none is wider than 1.1 times its size. Measuring takes most of the time. */
const lettersSurely = ({ width, size = 11 }: TextStyle & { width: number }) => width / (size * 1.1)

const lineHeight = ({ size = 11, leading = 1.35 }: TextStyle) => size * leading

/** The structure of the paper: order and role of each element for a screen reader. */
export type Role = 'H1' | 'H2' | 'H3' | 'H4' | 'P' | 'TH' | 'TD' | 'Lbl' | 'LBody'
export type GroupRole = 'Sect' | 'Table' | 'TR' | 'L' | 'LI'

/** A piece of a line in its font. */
export interface Run {
  text: string
  font: FontName
}

interface NewPdf {
  title: string
  /** The instant of creation in the file; the same content and instant give the same bytes. */
  at: Date
  /** „Seite x von y“ at the foot of each page; all pages stay in memory until the end. */
  isNumbered?: boolean
  /** Stops the drawing at its next pause. */
  signal?: AbortSignal
  /** Keeps the pages of a part in memory, for `endPart`. */
  hasParts?: boolean
}

/** An A4 document in German, tagged for screen readers (PDF/UA), with its fonts inside. */
export class PdfDocument {
  readonly #doc: Doc
  readonly #chunks: Uint8Array[] = []
  readonly #ended: Promise<void>
  readonly #isNumbered: boolean
  readonly #signal: AbortSignal | undefined
  #parent: PDFKit.PDFStructureElement
  pages = 0

  /** A new document. The library is loaded at its first use (ADR 0078). */
  static async open(options: NewPdf) {
    const { default: library } = await import('pdfkit')
    return new PdfDocument(library, options)
  }

  private constructor(
    library: typeof PDFDocument,
    { title, at, isNumbered = false, hasParts = false, signal }: NewPdf,
  ) {
    this.#isNumbered = isNumbered
    this.#signal = signal
    this.#doc = new library({
      size: 'A4',
      margin: 0,
      autoFirstPage: false,
      bufferPages: isNumbered || hasParts,
      // Otherwise pdfkit opens its own font and reads ours again each time it is chosen.
      font: null as never,
      pdfVersion: '1.7',
      subset: 'PDF/UA' as never,
      tagged: true,
      lang: 'de-DE',
      displayTitle: true,
      info: { Title: title, Producer: 'Schulhof', Creator: 'Schulhof', CreationDate: at, ModDate: at },
    })
    this.#doc.registerFont('regular', fontFile('regular') as never)
    this.#doc.registerFont('bold', fontFile('bold') as never)
    this.#doc.on('data', (chunk: Uint8Array) => this.#chunks.push(chunk))
    this.#ended = new Promise((resolve, reject) => {
      this.#doc.on('end', () => resolve())
      this.#doc.on('error', reject)
    })
    this.#parent = this.#doc.struct('Document')
    this.#doc.addStructure(this.#parent)
  }

  addPage(layout: 'portrait' | 'landscape' = 'portrait') {
    this.#doc.addPage({ size: 'A4', margin: 0, layout })
    this.pages += 1
  }

  /** An entry of the outline that leads to this page. */
  bookmark(title: string) {
    const { outline } = this.#doc as unknown as { outline: { addItem(title: string, options: object): void } }
    // Pdfkit counts from the right.
    outline.addItem(title, { left: A4.width, top: 0 })
  }

  /** Ends a part with its own page numbers: its pages get their foot and leave the memory. */
  endPart(foot: string) {
    const { start, count } = this.#doc.bufferedPageRange()
    const place = { x: mm(25), y: mm(281), width: mm(165), size: 10 }
    for (let page = 0; page < count; page += 1) {
      this.#doc.switchToPage(start + page)
      this.marginText(foot, place)
      this.marginText(`Seite ${page + 1} von ${count}`, { ...place, align: 'right' })
    }
    this.#doc.flushPages()
  }

  /** Pauses for other requests; called after each page of a long document. */
  breathe() {
    return nextTurn(undefined, this.#signal ? { signal: this.#signal } : {})
  }

  #set({ size = 11, font = 'regular' }: TextStyle) {
    return this.#doc.font(font).fontSize(size)
  }

  widthOf(text: string, style: TextStyle = {}) {
    return this.#set(style).widthOfString(text)
  }

  /** A word as it is drawn: each but the last of a paragraph with its space, so that each is measured only once. */
  #wordWidth(word: string, isLast: boolean) {
    return isLast ? this.#doc.widthOfString(word) : this.#doc.widthOfString(`${word} `)
  }

  #wrapParagraph(paragraph: string, width: number, surely: number) {
    const space = this.#doc.widthOfString(' ')
    const fits = (part: string) => part.length <= surely || this.#wordWidth(part, false) - space <= width
    const words = paragraph.split(' ').flatMap((one) => breakWord(one, fits))
    const lines: string[] = []
    let line: string[] = []
    let [length, measured, known] = [0, 0, 0]
    for (const [index, word] of words.entries()) {
      line.push(word)
      length += word.length + 1
      const isLast = index === words.length - 1
      if (length <= surely) continue
      for (; known < line.length; known += 1) {
        const isEnd = isLast && known === line.length - 1
        measured += this.#wordWidth(line[known] as string, isEnd) + (isEnd ? space : 0)
      }
      if (measured - space <= width || line.length === 1) continue
      lines.push(line.slice(0, -1).join(' '))
      ;[line, length, measured, known] = [[word], word.length + 1, 0, 0]
    }
    return [...lines, line.join(' ')]
  }

  /** Breaks the text into lines of at most this width; a word that is too long is broken, too. */
  wrap(text: string, { width, ...style }: TextStyle & { width: number }): string[] {
    this.#set(style)
    const surely = lettersSurely({ width, ...style })
    return text.split('\n').flatMap((paragraph) => this.#wrapParagraph(paragraph, width, surely))
  }

  /** Whether the text fits into this width without breaking a word. */
  hasRoomFor(text: string, { width, ...style }: TextStyle & { width: number }) {
    const surely = lettersSurely({ width, ...style })
    return text.split(/\s/).every((word) => word.length <= surely || this.widthOf(word, style) <= width)
  }

  heightOf(text: string, style: TextStyle & { width: number }) {
    return this.wrap(text, style).length * lineHeight(style)
  }

  /** Writes lines one below the other; returns where the next one would stand. */
  #write(lines: readonly string[], { x, y, width, ...style }: TextPlace) {
    this.#set(style).fillColor('black')
    const step = lineHeight(style)
    for (const [index, line] of lines.entries()) {
      const free = style.align && style.align !== 'left' ? width - this.#doc.widthOfString(line) : 0
      const indent = style.align === 'center' ? free / 2 : free
      this.#doc.text(line, x + indent, y + index * step, { lineBreak: false })
    }
    return y + lines.length * step
  }

  /** Writes lines of runs with different fonts as one element; returns where it ends. */
  runs(role: Role, lines: readonly (readonly Run[])[], place: TextPlace) {
    const step = lineHeight(place)
    const draw = () => {
      for (const [index, line] of lines.entries()) {
        let { x } = place
        for (const { text, font } of line) {
          this.#write([text], { ...place, x, y: place.y + index * step, font })
          x += this.#doc.widthOfString(text)
        }
      }
    }
    this.#parent.add(this.#doc.struct(role, {}, [draw]))
    return place.y + lines.length * step
  }

  /** Writes text in its role, broken into lines; returns where it ends. */
  text(role: Role, text: string, place: TextPlace) {
    return this.lines(role, this.wrap(text, place), place)
  }

  /** Writes lines that are already broken, as one element. */
  lines(role: Role, lines: readonly string[], place: TextPlace) {
    let end = place.y
    const draw = () => {
      end = this.#write(lines, place)
    }
    this.#parent.add(this.#doc.struct(role, role === 'TH' ? ({ scope: 'Row' } as object) : {}, [draw]))
    return end
  }

  /** Elements that belong together. */
  group(role: GroupRole, work: () => void) {
    const outer = this.#parent
    const inner = this.#doc.struct(role)
    outer.add(inner)
    this.#parent = inner
    work()
    inner.end()
    this.#parent = outer
  }

  /** A drawing with its alternative text. */
  figure(alt: string, box: Box, draw: (doc: Doc) => void) {
    const bbox = [box.x, box.y, box.x + box.width, box.y + box.height]
    this.#parent.add(this.#doc.struct('Figure', { alt, bbox } as object, [() => draw(this.#doc)]))
  }

  /** Lines, marks and other decoration, which a screen reader skips. */
  decoration(draw: (doc: Doc) => void) {
    this.#doc.markContent('Artifact', { type: 'Layout' })
    draw(this.#doc)
    this.#doc.endMarkedContent()
  }

  /** Text of the margin, such as the number of the page. */
  marginText(text: string, place: TextPlace) {
    this.#doc.markContent('Artifact', { type: 'Pagination' })
    this.#write([text], place)
    this.#doc.endMarkedContent()
  }

  /** Opens a PNG or JPEG that is drawn on many pages and stored once. */
  openImage(png: Buffer) {
    return (this.#doc as unknown as { openImage(file: Buffer): OpenedImage }).openImage(png)
  }

  #numberPages() {
    const { start, count } = this.#doc.bufferedPageRange()
    for (let page = start; page < start + count; page += 1) {
      this.#doc.switchToPage(page)
      const text = `Seite ${page + 1} von ${count}`
      this.marginText(text, { x: mm(20), y: mm(284), width: mm(170), size: 9, align: 'right' })
    }
  }

  /** The bytes of the file. */
  async finish() {
    if (this.#isNumbered) this.#numberPages()
    this.#parent.end()
    this.#doc.end()
    await this.#ended
    return new Uint8Array(Buffer.concat(this.#chunks))
  }
}
