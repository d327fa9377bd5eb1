import { inflateRawSync } from 'node:zlib'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { FileRefusal } from './file-refusal.ts'

const MB = 1024 * 1024
const ENTRIES_MAX = 1000
const TOTAL_MAX = 64 * MB
/** Spreadsheets are packed to a tenth, now and then to a fiftieth; bombs to a thousandth. */
const RATIO_MAX = 200
const RATIO_FROM = MB
const STORED = 0
const DEFLATED = 8

/** yauzl refuses names that lead elsewhere (zip slip), lying offsets and what is no zip by itself. */
const openZip = (file: Buffer) =>
  new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(file, { lazyEntries: true }, (error, zip) =>
      error ? reject(new FileRefusal('type')) : resolve(zip as ZipFile),
    ),
  )

const refuseBomb = (entry: Entry, total: number) => {
  const { compressedSize, uncompressedSize } = entry
  const isBomb = uncompressedSize > RATIO_FROM && uncompressedSize > compressedSize * RATIO_MAX
  const isStrange = entry.isEncrypted() || ![STORED, DEFLATED].includes(entry.compressionMethod)
  if (isBomb || total > TOTAL_MAX) throw new FileRefusal('unreadable')
  if (isStrange) throw new FileRefusal('type')
}

/** The entries as the directory tells them, each checked; nothing is unpacked yet. */
const listEntries = (zip: ZipFile) =>
  new Promise<Entry[]>((resolve, reject) => {
    const entries: Entry[] = []
    let total = 0
    zip.on('error', () => reject(new FileRefusal('unreadable')))
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: Entry) => {
      try {
        total += entry.uncompressedSize
        refuseBomb(entry, total)
        entries.push(entry)
        zip.readEntry()
      } catch (error) {
        reject(error as Error)
      }
    })
    zip.readEntry()
  })

const LOCAL_HEADER = 30

/** The entry's content; one that is longer than its directory says is refused at once. */
const unpack = (file: Buffer, entry: Entry) => {
  const at = entry.relativeOffsetOfLocalHeader
  const begin = at + LOCAL_HEADER + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28)
  const packed = file.subarray(begin, begin + entry.compressedSize)
  if (entry.compressionMethod === STORED) return packed
  return inflateRawSync(packed, { maxOutputLength: Math.max(entry.uncompressedSize, 1) })
}

/** The names in a zip archive and how to get at each content. Refuses bombs and archives of very many files. */
export async function readZip(file: Buffer) {
  const zip = await openZip(file)
  if (zip.entryCount > ENTRIES_MAX) throw new FileRefusal('unreadable')
  const entries = (await listEntries(zip)).filter(({ fileName }) => !fileName.endsWith('/'))
  const contentOf = (entry: Entry) => {
    try {
      return unpack(file, entry)
    } catch {
      throw new FileRefusal('unreadable')
    }
  }
  return entries.map((entry) => ({ name: entry.fileName, content: () => contentOf(entry) }))
}
export type ZipEntry = Awaited<ReturnType<typeof readZip>>[number]
