import { inflateSync } from 'node:zlib'

export type PdfRefusal = 'broken' | 'locked' | 'active'

/** Names of a PDF that run something, send something, or carry other files. */
const ACTIVE = [
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'Rendition',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'Movie',
  'XFA',
]
const hasName = (text: string, name: string) => new RegExp(`/${name}(?![A-Za-z0-9])`).test(text)

/** A name may be written with codes: /J#61vaScript is /JavaScript. */
const withoutCodes = (text: string) =>
  text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** All objects that a PDF packs may have this many bytes: a small file can claim far more. */
const UNPACKED_MAX = 60 * 1024 * 1024

const OBJECT_STREAM = /\/ObjStm(?![A-Za-z0-9])/g
const STREAM_START = /stream\r?\n/g
/** The rest of the dictionary has no texts or comments, in which a second stream could hide. */
const PLAIN_DICTIONARY = /^[^()%]*$/
/** Packed objects begin with their numbers and places. */
const PACKED_START = /^\s*\d+\s+\d+/

/** The objects that one stream packs; undefined when they are not packed in the one way that programs use. */
function unpack(file: Buffer, text: string, at: number): string | undefined {
  STREAM_START.lastIndex = at
  const start = STREAM_START.exec(text)
  if (!start || !PLAIN_DICTIONARY.test(text.slice(at, start.index))) return undefined
  try {
    const packed = file.subarray(start.index + start[0].length)
    const objects = inflateSync(packed, { maxOutputLength: UNPACKED_MAX }).toString('latin1')
    return PACKED_START.test(objects) ? objects : undefined
  } catch {
    return undefined
  }
}

/** Everything in the file that is written as objects; undefined when some cannot be read. */
function readObjects(file: Buffer): string | undefined {
  const text = file.toString('latin1')
  const places = [...text.matchAll(OBJECT_STREAM)].map(({ index }) => index)
  const plain = withoutCodes(text)
  // A hidden name of a stream would hide all objects in it.
  if (plain.match(OBJECT_STREAM)?.length !== (places.length || undefined)) return undefined
  const parts = [plain]
  let room = UNPACKED_MAX
  for (const at of places) {
    const objects = unpack(file, text, at)
    room -= objects?.length ?? 0
    if (objects === undefined || room < 0) return undefined
    parts.push(withoutCodes(objects))
  }
  return parts.join('\n')
}

/** How far from its end a file may say that it ends. */
const END_BYTES = 2048

const isWhole = (file: Buffer) => {
  const end = file.subarray(-END_BYTES).toString('latin1')
  return end.includes('%%EOF') && file.includes('startxref')
}

const countPages = (objects: string) => objects.match(/\/Type\s*\/Page(?![A-Za-z0-9])/g)?.length ?? 0

/** Whether the first bytes are those of a PDF. */
export const isPdf = (file: Uint8Array) => Buffer.from(file.subarray(0, 5)).toString('latin1') === '%PDF-'

/**
 * Counts the pages of a PDF that only shows something, or says why it is refused. It looks for names and draws nothing, so
 * a file that wants to deceive may pass: the browser opens it apart from this site, and the virus check is for that.
 */
export function inspectPdf(bytes: Uint8Array): { pages: number } | PdfRefusal {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!isWhole(file)) return 'broken'
  if (hasName(withoutCodes(file.toString('latin1')), 'Encrypt')) return 'locked'
  const objects = readObjects(file)
  if (objects === undefined) return 'broken'
  if (ACTIVE.some((name) => hasName(objects, name))) return 'active'
  const pages = countPages(objects)
  return pages > 0 ? { pages } : 'broken'
}
