import sharp from 'sharp'
import { turns } from './in-turn.ts'

/** What pages show of a logo at most, in pixels: twice the size on screen. */
const WIDTH = 480
const HEIGHT = 240

/** Neither side may be longer: a small file can claim more pixels than the memory holds. */
const SIDE_MAX = 4000
const DECODE_SECONDS = 10

/** First bytes of the kinds that are taken (domain §9c); what a file is called or says it is counts for nothing. */
const KINDS: readonly { format: string; start: readonly number[] }[] = [
  { format: 'png', start: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { format: 'jpeg', start: [0xff, 0xd8, 0xff] },
]

// Each image comes once.
sharp.cache(false)

export type LogoRefusal = 'type' | 'too wide' | 'unreadable'

/** Decoding takes memory: one image after the other, however many are sent. */
const inTurn = turns({ runningMax: 1, waitingMax: 50, waitingOfOwnerMax: 50, secondsMax: 3 * DECODE_SECONDS })
const ANYBODY = 0

/** What the file claims of itself, without decoding it; undefined when even that cannot be read. */
const readHead = (file: Buffer) =>
  sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)

const rewrite = (file: Buffer) =>
  sharp(file, { limitInputPixels: SIDE_MAX * SIDE_MAX, failOn: 'warning' })
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
 * The pixels of a PNG or JPEG written anew as a PNG of at most 480 × 240, upright, without anything else the file held;
 * or why not.
 */
export const cleanLogo = (file: Buffer): Promise<Buffer | LogoRefusal> => inTurn(ANYBODY, () => readLogo(file))

/** Width and height of a PNG as its first chunk says. */
export const pngSize = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) })
