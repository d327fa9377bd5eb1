import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import type { SecretRing } from '#server/secret-keys.ts'
import {
  ArchiveError,
  CHUNK_HEAD,
  CHUNK_LENGTH,
  type ChunkKey,
  damaged,
  FORMAT,
  Footer,
  FRAME,
  FRAME_HEAD,
  Header,
  hashHead,
  MAGIC,
  openChunk,
  TAG_LENGTH,
  TableStart,
  type TableSum,
  unwrapArchiveKey,
} from './archive-format.ts'
import { ByteReader } from './byte-reader.ts'
import { startSum } from './table-sum.ts'

const HEADER_MOST = 1 << 20

const parseJson = <T>(schema: { parse(value: unknown): T }, text: Buffer) => {
  try {
    return schema.parse(JSON.parse(text.toString('utf8')))
  } catch {
    throw damaged()
  }
}

async function readHeadBytes(path: string) {
  const file = await open(path)
  try {
    const start = Buffer.alloc(MAGIC.length + 4)
    await file.read(start, 0, start.length, 0)
    if (!start.subarray(0, MAGIC.length).equals(MAGIC))
      throw new ArchiveError('Diese Datei ist keine Sicherung von Schulhof.')
    const length = start.readUInt32BE(MAGIC.length)
    if (length > HEADER_MOST) throw damaged()
    const head = Buffer.alloc(start.length + length)
    const { bytesRead } = await file.read(head, 0, head.length, 0)
    if (bytesRead < head.length) throw damaged()
    return head
  } finally {
    await file.close()
  }
}

/** The head of the file; it is not authenticated before its chunks are read. */
export async function readHead(path: string) {
  const head = await readHeadBytes(path)
  const text = head.subarray(MAGIC.length + 4)
  const { format } = parseJson(Header.pick({ format: true }), text)
  if (format > FORMAT)
    throw new ArchiveError(
      'Diese Sicherung hat ein neueres Format, als dieses Programm kennt. Bitte zuerst Schulhof aktualisieren.',
    )
  return { head, header: parseJson(Header, text) }
}

const chunkLength = (head: Buffer) => {
  const length = head.length === CHUNK_HEAD ? head.readUInt32BE(0) : Number.POSITIVE_INFINITY
  if (length > CHUNK_LENGTH) throw damaged()
  return length + TAG_LENGTH
}

/** Opens the chunks one by one; only the chunk before the end of the file opens as the last one. */
async function* unseal(source: AsyncIterable<Buffer>, chunkKey: ChunkKey) {
  const reader = new ByteReader(source)
  for (let number = 0, isLast = false; !isLast; number += 1) {
    const length = chunkLength(await reader.read(CHUNK_HEAD))
    const text = await reader.read(length)
    // The tag does not cover the length: a last chunk that claims more than there is would open.
    if (text.length < length) throw damaged()
    isLast = await reader.isAtEnd()
    yield openChunk(chunkKey, { number, isLast, text })
  }
}

interface Frame {
  kind: number
  content: Buffer
}

async function* readFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Frame, void, undefined> {
  const reader = new ByteReader(source)
  while (!(await reader.isAtEnd())) {
    const head = await reader.read(FRAME_HEAD)
    if (head.length < FRAME_HEAD) throw damaged()
    yield { kind: head[0] as number, content: await reader.read(head.readUInt32BE(1)) }
  }
}

/** Gets each table and must read `rows` to their end. */
export type TableVisitor = (table: TableStart, rows: AsyncIterable<Buffer>) => Promise<void>

const readToTheEnd: TableVisitor = async (_table, rows) => {
  for await (const _ of rows);
}

/** Reads all frames; the footer must match them and come last. */
async function walk(frames: AsyncGenerator<Frame, void, undefined>, visit: TableVisitor) {
  const sums: TableSum[] = []
  let frame = await frames.next()
  while (!frame.done && frame.value.kind === FRAME.table) {
    const table = parseJson(TableStart, frame.value.content)
    const sum = startSum(table.name)
    const rows = async function* () {
      for (frame = await frames.next(); !frame.done && frame.value.kind === FRAME.rows; frame = await frames.next()) {
        sum.add(frame.value.content)
        yield frame.value.content
      }
    }
    await visit(table, rows())
    sums.push(sum.end())
  }
  if (frame.done || frame.value.kind !== FRAME.footer) throw damaged()
  const footer = parseJson(Footer, frame.value.content)
  if (JSON.stringify(footer.tables) !== JSON.stringify(sums) || !(await frames.next()).done) throw damaged()
  return footer
}

/**
 * Reads an archive to its end in constant memory and hands its tables to `visit`. Throws an `ArchiveError` when it is
 * no archive, the key is wrong or one bit differs; everything `visit` got until then is invalid.
 */
export async function readArchive(path: string, ring: SecretRing, visit: TableVisitor = readToTheEnd) {
  const { head, header } = await readHead(path)
  const chunkKey = { key: unwrapArchiveKey(ring, header), headHash: hashHead(head) }
  const read: { footer?: Footer } = {}
  try {
    await pipeline(
      createReadStream(path, { start: head.length, highWaterMark: 1 << 18 }),
      (sealed: AsyncIterable<Buffer>) => unseal(sealed, chunkKey),
      createZstdDecompress(),
      async (source: AsyncIterable<Buffer>) => {
        read.footer = await walk(readFrames(source), visit)
      },
    )
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code?.startsWith('ZSTD') ? damaged() : error
  }
  return { header, footer: read.footer as Footer }
}
