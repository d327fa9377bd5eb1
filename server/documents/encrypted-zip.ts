/** Loaded at its first use (ADR 0078). */
const library = async () => {
  const zip = await import('@zip.js/zip.js')
  // Node has no workers of the web; the library would look for them.
  zip.configure({ useWebWorkers: false })
  return zip
}

/** AES with a key of 256 bits, which 7-Zip, WinZip, Keka and the archive programs of Linux open. */
const AES_256 = 3

interface EncryptedFile {
  name: string
  content: Uint8Array
}

/** A zip whose files need the password; their names do not (ADR 0043). */
export async function writeEncryptedZip(
  files: readonly EncryptedFile[],
  { password, at }: { password: string; at: Date },
): Promise<Uint8Array> {
  const { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } = await library()
  const writer = new ZipWriter(new Uint8ArrayWriter(), { password, encryptionStrength: AES_256, lastModDate: at })
  for (const { name, content } of files) await writer.add(name, new Uint8ArrayReader(content))
  return writer.close()
}

/** One file of a zip that the program wrote itself; undefined when the password does not open it. */
export async function readEncryptedFile(
  zip: Uint8Array,
  { name, password }: { name: string; password: string },
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } = await library()
  const reader = new ZipReader(new Uint8ArrayReader(zip), { password })
  try {
    const entry = (await reader.getEntries()).find(({ filename }) => filename === name)
    return entry && !entry.directory ? await entry.getData(new Uint8ArrayWriter()) : undefined
  } catch {
    // The zip itself is sound, because its own encryption in the database was checked.
    return undefined
  } finally {
    await reader.close()
  }
}
