import { imageLibrary } from './image-library.ts'
import { turns } from './in-turn.ts'
import { A4, PdfDocument } from './pdf-document.ts'

/** A photo of a page is readable with 200 dots per inch: the longer side of A4. */
const SIDE = 2339
const QUALITY = 78
const DECODE_SECONDS = 20

/** First bytes of the accepted pictures; file name and declared type do not count. */
const KINDS: readonly { format: string; start: readonly number[] }[] = [
  { format: 'png', start: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { format: 'jpeg', start: [0xff, 0xd8, 0xff] },
]

export interface PhotoLimits {
  sideMax: number
  pixelsMax: number
}

export type PhotoRefusal = 'too large' | 'unreadable'

/** Whether the first bytes are those of a PNG or JPEG. */
export const isPhoto = (file: Uint8Array) => kindOf(file) !== undefined

const kindOf = (file: Uint8Array) => KINDS.find(({ start }) => start.every((byte, index) => file[index] === byte))

/** The size that a picture claims, without decoding it: a small file can claim more pixels than fit into memory. */
const refusalOf = async (file: Uint8Array, { sideMax, pixelsMax }: PhotoLimits): Promise<PhotoRefusal | undefined> => {
  const sharp = await imageLibrary()
  const head = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (!head || head.format !== kindOf(file)?.format) return 'unreadable'
  const { width, height } = head
  return Math.max(width, height) > sideMax || width * height > pixelsMax ? 'too large' : undefined
}

/** The pixels alone as a new JPEG: upright, on white, without place, time or device. */
const rewrite = async (file: Uint8Array, { pixelsMax }: PhotoLimits) =>
  (await imageLibrary())(file, { limitInputPixels: pixelsMax, failOn: 'error' })
    .timeout({ seconds: DECODE_SECONDS })
    .autoOrient()
    .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: QUALITY })
    .toBuffer()
    .catch(() => undefined)

/** Draws a picture as large as the page allows, in its middle. */
function drawPage(pdf: PdfDocument, jpeg: Buffer, number: number) {
  const image = pdf.openImage(jpeg)
  const isWide = image.width > image.height
  const page = isWide ? { width: A4.height, height: A4.width } : A4
  pdf.addPage(isWide ? 'landscape' : 'portrait')
  const scale = Math.min(page.width / image.width, page.height / image.height)
  const [width, height] = [image.width * scale, image.height * scale]
  const box = { x: (page.width - width) / 2, y: (page.height - height) / 2, width, height }
  pdf.figure(`Foto, Seite ${number}`, box, (doc) => doc.image(image as never, box.x, box.y, { width, height }))
}

/** Decoding takes memory: the photos of one upload at a time, whoever sends them. */
const inTurn = turns({ runningMax: 1, waitingMax: 20, waitingOfOwnerMax: 20, secondsMax: 120 })
const ANYBODY = 0

/** Makes a PDF with a page for each photo, or says why not. */
export const photosToPdf = (
  photos: readonly Uint8Array[],
  { title, at, limits }: { title: string; at: Date; limits: PhotoLimits },
): Promise<Uint8Array | PhotoRefusal> =>
  inTurn(ANYBODY, async (signal) => {
    for (const photo of photos) {
      const refusal = await refusalOf(photo, limits)
      if (refusal) return refusal
    }
    const pdf = await PdfDocument.open({ title, at, signal })
    for (const [index, photo] of photos.entries()) {
      const jpeg = await rewrite(photo, limits)
      if (!jpeg) return 'unreadable'
      drawPage(pdf, jpeg, index + 1)
      await pdf.breathe()
    }
    return pdf.finish()
  })
