import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

interface ZipEntry {
  /** At the root of the archive or with slashes, ASCII. */
  name: string
  /** Piece by piece: an entry that is not packed yet is never in memory as a whole. */
  content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const VERSION = 20
const DEFLATED = 8
/** The first day that a zip can name; the same content is the same file. */
const DAY = 0x21

/** Packs beside the event loop. */
async function pack({ name, content }: ZipEntry) {
  let [crc, size] = [0, 0]
  const packed: Buffer[] = []
  async function* counted() {
    for await (const piece of content) {
      const bytes = Buffer.from(piece as Uint8Array)
      crc = crc32(bytes, crc)
      size += bytes.length
      yield bytes
    }
  }
  await pipeline(counted, createDeflateRaw(), async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) packed.push(chunk)
  })
  return { name: Buffer.from(name, 'latin1'), crc, size, packed: Buffer.concat(packed) }
}
type Packed = Awaited<ReturnType<typeof pack>>

/** What both heads of an entry have in common. */
const facts = ({ name, crc, size, packed }: Packed) => {
  const head = Buffer.alloc(26)
  head.writeUInt16LE(VERSION, 0)
  head.writeUInt16LE(DEFLATED, 4)
  head.writeUInt16LE(DAY, 8)
  head.writeUInt32LE(crc, 10)
  head.writeUInt32LE(packed.length, 14)
  head.writeUInt32LE(size, 18)
  head.writeUInt16LE(name.length, 22)
  return head
}

const number = (value: number, bytes: 2 | 4) => {
  const field = Buffer.alloc(bytes)
  field.writeUIntLE(value, 0, bytes)
  return field
}

const localHead = (entry: Packed) => Buffer.concat([number(LOCAL, 4), facts(entry), entry.name])

const centralHead = (entry: Packed, at: number) =>
  Buffer.concat([number(CENTRAL, 4), number(VERSION, 2), facts(entry), Buffer.alloc(10), number(at, 4), entry.name])

/** The entries as one zip archive. */
export async function writeZip(entries: readonly ZipEntry[]) {
  const [body, directory]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const entry of entries) {
    const packed = await pack(entry)
    const head = localHead(packed)
    directory.push(centralHead(packed, at))
    body.push(head, packed.packed)
    at += head.length + packed.packed.length
  }
  const list = Buffer.concat(directory)
  const count = number(entries.length, 2)
  const end = Buffer.concat([number(END, 4), Buffer.alloc(4), count, count, number(list.length, 4), number(at, 4)])
  return new Uint8Array(Buffer.concat([...body, list, end, Buffer.alloc(2)]))
}
