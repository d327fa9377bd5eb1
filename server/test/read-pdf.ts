import jsQR from 'jsqr'
import { getDocument, OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Codes are drawn as squares in one path; nothing else has so many. */
const CODE_CORNERS_MIN = 500
/** The notation of a path: 0 and 1 begin and continue it with x and y, 4 closes it. */
const ARGUMENTS: Record<number, number> = { 0: 2, 1: 2, 2: 6, 3: 4, 4: 0 }
const PIXELS = 4
const QUIET = 4

interface Rectangle {
  left: number
  top: number
  right: number
  bottom: number
}

const rectanglesOf = (path: ArrayLike<number>) => {
  const rectangles: Rectangle[] = []
  for (let at = 0; at < path.length; at += 1 + (ARGUMENTS[path[at] as number] ?? 0)) {
    const [kind, x = 0, y = 0] = [path[at], path[at + 1], path[at + 2]]
    const last = rectangles.at(-1)
    if (kind === 0) rectangles.push({ left: x, right: x, top: y, bottom: y })
    else if (kind === 1 && last) {
      Object.assign(last, { left: Math.min(last.left, x), right: Math.max(last.right, x) })
      Object.assign(last, { top: Math.min(last.top, y), bottom: Math.max(last.bottom, y) })
    }
  }
  return rectangles
}

/** Decodes the squares like a camera: returns their text. */
const decode = (rectangles: readonly Rectangle[]) => {
  const step = Math.min(...rectangles.map(({ top, bottom }) => bottom - top))
  const [left, top] = [Math.min(...rectangles.map((one) => one.left)), Math.min(...rectangles.map((one) => one.top))]
  const count = Math.round((Math.max(...rectangles.map((one) => one.right)) - left) / step)
  const size = (count + 2 * QUIET) * PIXELS
  const image = new Uint8ClampedArray(size * size * 4).fill(255)
  const place = (length: number) => Math.round(length / step + QUIET) * PIXELS
  for (const one of rectangles) {
    for (let y = place(one.top - top); y < place(one.bottom - top); y += 1) {
      for (let x = place(one.left - left); x < place(one.right - left); x += 1)
        image.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3)
    }
  }
  return jsQR(image, size, size)?.data
}

async function codesOf(page: PDFPageProxy) {
  const { fnArray, argsArray } = await page.getOperatorList()
  return fnArray.flatMap((operator: number, index: number) => {
    const path: ArrayLike<number> | undefined = operator === OPS.constructPath ? argsArray[index]?.[1]?.[0] : undefined
    return path && path.length > CODE_CORNERS_MIN ? [decode(rectanglesOf(path))] : []
  })
}

interface StructureNode {
  role?: string
  alt?: string
  children?: StructureNode[]
}

/** The roles in reading order, with nested ones in brackets: `H1 P Table(TR(TH TD))`. */
const rolesOf = ({ role = '', children = [] }: StructureNode): string => {
  const inner = children.filter((child) => child.role).map(rolesOf)
  return inner.length > 0 ? `${role}(${inner.join(' ')})` : role
}

const altsOf = ({ alt, children = [] }: StructureNode): string[] => [
  ...(alt === undefined ? [] : [alt]),
  ...children.flatMap(altsOf),
]

async function readPage(page: PDFPageProxy) {
  const { items } = await page.getTextContent()
  const tree = (await page.getStructTree()) as StructureNode | null
  const lines = items.flatMap((item) => ('str' in item && item.str !== '' ? [item] : []))
  return {
    text: lines.map(({ str }) => str).join('\n'),
    /** Lower left corner and width of each line, in points. */
    lines: lines.map(({ str, width, transform }) => ({ str, width, x: transform[4], y: transform[5] })),
    roles: tree ? rolesOf(tree) : '',
    alts: tree ? altsOf(tree) : [],
    codes: await codesOf(page),
  }
}

/** The content of a PDF for people and screen readers: text, structure, language, and the text of its QR codes. */
export async function readPdf(bytes: Uint8Array) {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const { info } = (await document.getMetadata()) as { info: { Title?: string; Language?: string } }
  const pages = []
  for (let number = 1; number <= document.numPages; number += 1)
    pages.push(await readPage(await document.getPage(number)))
  const marked = await document.getMarkInfo()
  await document.loadingTask.destroy()
  return { title: info.Title, language: info.Language, isTagged: marked?.Marked === true, pages }
}
