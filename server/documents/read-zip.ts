import { inflateRawSync } from 'node:zlib'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { TABLE_FILE_LIMITS } from '#contract/table-files.ts'
import { FileRefusal } from './file-refusal.ts'

const MB = 1024 * 1024
const TOTAL_MAX = TABLE_FILE_LIMITS.unpackedMb * MB
/** Smaller parts may have any ratio. */
const RATIO_FROM = MB
const STORED = 0
const DEFLATED = 8

/** yauzl itself refuses names that lead outside (zip slip), false offsets and files that are no zip. */
const openZip = (file: Buffer) =>
  new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(file, { lazyEntries: true }, (error, zip) =>
      error ? reject(new FileRefusal('type')) : resolve(zip as ZipFile),
    ),
  )

const refuseBomb = (entry: Entry, total: number) => {
  const { compressedSize, uncompressedSize } = entry
  const isBomb = uncompressedSize > RATIO_FROM && uncompressedSize > compressedSize * TABLE_FILE_LIMITS.packedTimes
  if (total > TOTAL_MAX) throw new FileRefusal('unpacked')
  if (isBomb) throw new FileRefusal('packed')
  if (entry.isEncrypted()) throw new FileRefusal('encrypted')
  if (![STORED, DEFLATED].includes(entry.compressionMethod)) throw new FileRefusal('type')
}

/** yauzl's messages about names that lead out of the archive. */
const LEADS_AWAY = /^(absolute path|invalid relative path|invalid characters in fileName)/

/** The entries of the directory, each checked; nothing is unpacked yet. */
const listEntries = (zip: ZipFile) =>
  new Promise<Entry[]>((resolve, reject) => {
    const entries: Entry[] = []
    let total = 0
    zip.on('error', (error: Error) => reject(new FileRefusal(LEADS_AWAY.test(error.message) ? 'names' : 'unreadable')))
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

/** The entry's content; an entry that is longer than its directory states is refused at once. */
const unpack = (file: Buffer, entry: Entry) => {
  const at = entry.relativeOffsetOfLocalHeader
  const begin = at + LOCAL_HEADER + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28)
  const packed = file.subarray(begin, begin + entry.compressedSize)
  if (entry.compressionMethod === STORED) return packed
  return inflateRawSync(packed, { maxOutputLength: Math.max(entry.uncompressedSize, 1) })
}

/** The names in a zip archive and how to read each content. Refuses bombs and archives of very many files. */
export async function readZip(file: Buffer) {
  const zip = await openZip(file)
  if (zip.entryCount > TABLE_FILE_LIMITS.parts) throw new FileRefusal('parts')
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
