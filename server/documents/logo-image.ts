import { imageLibrary } from './image-library.ts'
import { turns } from './in-turn.ts'

/** The largest logo on pages, in pixels: twice its size on screen. */
const WIDTH = 480
const HEIGHT = 240

/** The longest side of an image: a small file can claim more pixels than fit into memory. */
const SIDE_MAX = 4000
const DECODE_SECONDS = 10

/** First bytes of the accepted formats (domain §9c); file name and declared type do not count. */
const KINDS: readonly { format: string; start: readonly number[] }[] = [
  { format: 'png', start: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { format: 'jpeg', start: [0xff, 0xd8, 0xff] },
]

export type LogoRefusal = 'type' | 'too wide' | 'unreadable'

/** Decoding takes memory: one image at a time, however many are sent. */
const inTurn = turns({ runningMax: 1, waitingMax: 50, waitingOfOwnerMax: 50, secondsMax: 3 * DECODE_SECONDS })
const ANYBODY = 0

/** The size and format that the file claims, without decoding it; undefined when even that cannot be read. */
const readHead = async (file: Buffer) =>
  (await imageLibrary())(file, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)

const rewrite = async (file: Buffer) =>
  (await imageLibrary())(file, { limitInputPixels: SIDE_MAX * SIDE_MAX, failOn: 'warning' })
    .timeout({ seconds: DECODE_SECONDS })
    .autoOrient()
    .resize({ width: WIDTH, height: HEIGHT, fit: 'inside', withoutEnlargement: true })
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer()
    .catch(() => undefined)

async function readLogo(file: Buffer): Promise<Buffer | LogoRefusal> {
  const kind = KINDS.find(({ start }) => start.every((byte, index) => file[index] === byte))
  if (!kind) return 'type'
  const head = await readHead(file)
  if (head?.format !== kind.format) return 'unreadable'
  if (head.width > SIDE_MAX || head.height > SIDE_MAX) return 'too wide'
  return (await rewrite(file)) ?? 'unreadable'
}

/**
 * Writes the pixels of a PNG or JPEG into a new PNG of at most 480 × 240, upright and without anything else from the
 * file; or returns why not.
 */
export const cleanLogo = (file: Buffer): Promise<Buffer | LogoRefusal> => inTurn(ANYBODY, () => readLogo(file))

/** Width and height of a PNG from its first chunk. */
export const pngSize = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) })
