import { type AsyncZippable, zip } from 'fflate'

interface ZipEntry {
  /** The name at the root of the archive, or a path with slashes. */
  name: string
  content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
}

/** The earliest day of a zip: the same content gives the same file. */
const DAY = new Date(1980, 0, 1)

async function bytesOf(content: ZipEntry['content']) {
  const pieces: Uint8Array[] = []
  for await (const piece of content) pieces.push(Buffer.from(piece as Uint8Array))
  return new Uint8Array(Buffer.concat(pieces))
}

/** Packs the entries into one zip archive; large ones are packed outside the event loop. */
export async function writeZip(entries: readonly ZipEntry[]) {
  const files: AsyncZippable = {}
  for (const { name, content } of entries) files[name] = await bytesOf(content)
  return new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) =>
    zip(files, { mtime: DAY }, (error, archive) => (error ? reject(error) : resolve(archive))),
  )
}
