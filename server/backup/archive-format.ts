import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { decrypt, encrypt, type SecretRing } from '#server/secret-keys.ts'

// A file is MAGIC, the length of the header, the header (readable JSON), then sealed chunks. The joined texts of the
// chunks are a zstd stream, which unpacks to a sequence of frames (ADR 0011).

export const MAGIC = Buffer.from('Schulhof-Sicherung\n', 'latin1')
export const FORMAT = 1

/** The part that can be read without the key; the chunks authenticate it. */
export const Header = z.object({
  format: z.int(),
  app_version: z.string(),
  created_at: z.string(),
  /** All migrations the database had, in their order. */
  migrations: z.array(z.string()),
  /** The name of the key of the ring that wraps the archive's own key. */
  key_id: z.string(),
  wrapped_key: z.string(),
})
export type Header = z.output<typeof Header>

const TableSum = z.object({ name: z.string(), rows: z.int(), sha256: z.string() })
/** Rows of a table and the SHA-256 of their COPY text in the order of the archive. */
export type TableSum = z.output<typeof TableSum>

export const TableStart = z.object({ name: z.string(), columns: z.array(z.string()) })
export type TableStart = z.output<typeof TableStart>

const Identity = z.object({ table: z.string(), column: z.string(), value: z.int(), is_called: z.boolean() })
/** The next value of an identity column; it can be above the highest id, because ids are never used twice. */
export type Identity = z.output<typeof Identity>

export const Footer = z.object({ tables: z.array(TableSum), identities: z.array(Identity) })
export type Footer = z.output<typeof Footer>

/** Every frame begins with its kind and the length of its content. */
export const FRAME = { table: 1, rows: 2, footer: 3 } as const
export const FRAME_HEAD = 5

/** The file cannot be used; the message says why, in German. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
}

export const damaged = () => new ArchiveError('Die Sicherung ist beschädigt oder unvollständig.')

const PURPOSE = 'backup'

/** A new key for one archive, wrapped with the ring, so that a chunk of another archive never fits. */
export const makeArchiveKey = (ring: SecretRing) => {
  const key = randomBytes(32)
  return { key, key_id: ring[0].id, wrapped_key: encrypt(ring, PURPOSE, key.toString('base64')).toString('base64') }
}

export const unwrapArchiveKey = (ring: SecretRing, { wrapped_key, key_id }: Header) => {
  try {
    return Buffer.from(decrypt(ring, PURPOSE, Buffer.from(wrapped_key, 'base64')), 'base64')
  } catch (cause) {
    throw new ArchiveError(
      `Der Schlüssel passt nicht zu dieser Sicherung (gebraucht wird der Schlüssel ${key_id} von damals), oder ihr Kopf ist beschädigt.`,
      { cause },
    )
  }
}

/** The longest text of one chunk, in bytes. */
export const CHUNK_LENGTH = 1 << 20
export const CHUNK_HEAD = 4
export const TAG_LENGTH = 16

export interface ChunkKey {
  key: Buffer
  /** Hash of everything before the first chunk. */
  headHash: Buffer
}

export const hashHead = (head: Buffer) => createHash('sha256').update(head).digest()

/** Number and end are part of the nonce: chunks that are missing, moved or wrongly marked as the last do not open. */
const nonceOf = (number: number, isLast: boolean) => {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 0)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

export interface Chunk {
  number: number
  isLast: boolean
  text: Buffer
}

/** Length, tag, text; each chunk authenticates the head, too. */
export const sealChunk = ({ key, headHash }: ChunkKey, { number, isLast, text }: Chunk) => {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast)).setAAD(headHash)
  const body = Buffer.concat([cipher.update(text), cipher.final()])
  const length = Buffer.alloc(CHUNK_HEAD)
  length.writeUInt32BE(body.length)
  return Buffer.concat([length, cipher.getAuthTag(), body])
}

/** Opens a chunk; `text` is the part after the length. */
export const openChunk = ({ key, headHash }: ChunkKey, { number, isLast, text }: Chunk) => {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast), { authTagLength: TAG_LENGTH })
      .setAAD(headHash)
      .setAuthTag(text.subarray(0, TAG_LENGTH))
    return Buffer.concat([decipher.update(text.subarray(TAG_LENGTH)), decipher.final()])
  } catch {
    throw damaged()
  }
}
