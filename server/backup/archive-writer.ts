import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type { SecretRing } from '#server/secret-keys.ts'
import {
  CHUNK_LENGTH,
  type ChunkKey,
  FORMAT,
  type Footer,
  FRAME,
  FRAME_HEAD,
  type Header,
  hashHead,
  type Identity,
  MAGIC,
  makeArchiveKey,
  sealChunk,
  type TableStart,
  type TableSum,
} from './archive-format.ts'
import { ByteQueue } from './byte-queue.ts'
import { startSum } from './table-sum.ts'

/** The content of an archive: tables one after the other, `rows` as COPY text. */
export interface ArchiveSource {
  tables: AsyncIterable<TableStart & { rows: AsyncIterable<Buffer> }>
  /** Called after the last row. */
  identities(): Promise<Identity[]>
}

const frameHead = (kind: number, length: number) => {
  const head = Buffer.alloc(FRAME_HEAD)
  head[0] = kind
  head.writeUInt32BE(length, 1)
  return head
}

const jsonFrame = (kind: number, content: unknown) => {
  const text = Buffer.from(JSON.stringify(content))
  return Buffer.concat([frameHead(kind, text.length), text])
}

interface Framing {
  source: ArchiveSource
  onTable?: ((sum: TableSum) => void) | undefined
  onEnd: (footer: Footer) => void
}

async function* frames({ source, onTable, onEnd }: Framing) {
  const sums: TableSum[] = []
  for await (const { name, columns, rows } of source.tables) {
    yield jsonFrame(FRAME.table, { name, columns })
    const sum = startSum(name)
    for await (const text of rows) {
      sum.add(text)
      yield frameHead(FRAME.rows, text.length)
      yield text
    }
    const ended = sum.end()
    sums.push(ended)
    onTable?.(ended)
  }
  const footer = { tables: sums, identities: await source.identities() }
  yield jsonFrame(FRAME.footer, footer)
  onEnd(footer)
}

/** Seals the source in chunks; the last chunk is marked as the last and may be empty. */
async function* seal(source: AsyncIterable<Buffer>, head: Buffer, chunkKey: ChunkKey) {
  yield head
  const waiting = new ByteQueue()
  let number = 0
  for await (const part of source) {
    waiting.add(part)
    while (waiting.length > CHUNK_LENGTH)
      yield sealChunk(chunkKey, { number: number++, isLast: false, text: waiting.take(CHUNK_LENGTH) })
  }
  yield sealChunk(chunkKey, { number, isLast: true, text: waiting.take(CHUNK_LENGTH) })
}

const headOf = (header: Header) => {
  const text = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  return Buffer.concat([MAGIC, length, text])
}

interface Writing {
  /** Must not exist yet; mode 0600. */
  path: string
  ring: SecretRing
  about: Pick<Header, 'app_version' | 'created_at' | 'migrations'>
  onTable?: ((sum: TableSum) => void) | undefined
  signal?: AbortSignal | undefined
}

/** Writes an archive in constant memory; the file is on disk when the promise resolves. */
export async function writeArchive(source: ArchiveSource, { path, ring, about, onTable, signal }: Writing) {
  const { key, ...wrapped } = makeArchiveKey(ring)
  const head = headOf({ format: FORMAT, ...about, ...wrapped })
  const chunkKey = { key, headHash: hashHead(head) }
  const written: { footer?: Footer } = {}
  const onEnd = (footer: Footer) => {
    written.footer = footer
  }
  await pipeline(
    frames({ source, onTable, onEnd }),
    createZstdCompress(),
    (packed: AsyncIterable<Buffer>) => seal(packed, head, chunkKey),
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    { ...(signal ? { signal } : {}) },
  )
  return written.footer as Footer
}
