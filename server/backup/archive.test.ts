import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SecretRing } from '#server/secret-keys.ts'
import { makeFolder } from '#server/test/backup-drill.ts'
import { ArchiveError, CHUNK_HEAD, FORMAT, MAGIC, TAG_LENGTH } from './archive-format.ts'
import { readArchive } from './archive-reader.ts'
import { type ArchiveSource, writeArchive } from './archive-writer.ts'
import { checkArchive } from './restore-backup.ts'

const folder = makeFolder()
afterAll(folder.remove)

const ring: SecretRing = [{ id: 'k1', bytes: randomBytes(32) }]
const about = { app_version: '1.2.3', created_at: '2026-11-20T01:30:00.000Z', migrations: ['0001-platform.sql'] }

async function* only<T>(...values: T[]) {
  yield* values
}

/** Text that cannot be compressed, in rows of 1 kB: enough for three chunks. */
const rows = () => Array.from({ length: 3000 }, () => Buffer.from(`${randomBytes(768).toString('base64')}\n`))

const sourceOf = (parts: Buffer[]): ArchiveSource => ({
  tables: only(
    { name: 'school', columns: ['id'], rows: only(Buffer.from('1\n2\n')) },
    { name: 'empty', columns: ['id', 'name'], rows: only() },
    { name: 'pupil', columns: ['text'], rows: only(...parts) },
  ),
  identities: async () => [{ table: 'school', column: 'id', value: 7, is_called: true }],
})

let count = 0
const freshPath = () => {
  count += 1
  return join(folder.path, `${count}.backup`)
}

const write = async (parts: Buffer[], change: Partial<typeof about> = {}) => {
  const path = freshPath()
  await writeArchive(sourceOf(parts), { path, ring, about: { ...about, ...change } })
  return path
}

let whole: Buffer
let other: Buffer
/** The position of each sealed chunk, and the end of the file. */
let borders: number[]
beforeAll(async () => {
  whole = readFileSync(await write(rows()))
  other = readFileSync(await write(rows()))
  borders = [MAGIC.length + 4 + whole.readUInt32BE(MAGIC.length)]
  for (let at = borders[0] as number; at < whole.length; borders.push(at))
    at += CHUNK_HEAD + TAG_LENGTH + whole.readUInt32BE(at)
})

const chunk = (number: number, from = whole) => from.subarray(borders[number], borders[number + 1])
const head = () => whole.subarray(0, borders[0])
const readBytes = (bytes: Buffer, keys = ring) => {
  const path = freshPath()
  writeFileSync(path, bytes)
  return readArchive(path, keys)
}
const expectRefused = (bytes: Buffer, keys?: SecretRing) => expect(readBytes(bytes, keys)).rejects.toThrow(ArchiveError)

test('gives back what was put in, table by table', async () => {
  const parts = rows()
  const read: Record<string, Buffer> = {}
  const { header, footer } = await readArchive(await write(parts), ring, async ({ name, columns }, content) => {
    const pieces: Buffer[] = []
    for await (const piece of content) pieces.push(piece)
    read[`${name}(${columns})`] = Buffer.concat(pieces)
  })
  expect(header).toMatchObject({ format: FORMAT, key_id: 'k1', ...about })
  expect(footer.tables.map((table) => [table.name, table.rows])).toEqual([
    ['school', 2],
    ['empty', 0],
    ['pupil', 3000],
  ])
  expect(footer.identities).toEqual([{ table: 'school', column: 'id', value: 7, is_called: true }])
  expect(Object.keys(read)).toEqual(['school(id)', 'empty(id,name)', 'pupil(text)'])
  expect(read['pupil(text)']?.equals(Buffer.concat(parts))).toBe(true)
})

describe('refused is', () => {
  /** Changes one bit of each of these bytes in turn, and restores the file at the end. */
  async function expectGuarded(bytes: Buffer, places: Iterable<number>, bit: number) {
    const path = freshPath()
    writeFileSync(path, bytes)
    const file = openSync(path, 'r+')
    for (const place of places) {
      writeSync(file, Buffer.of((bytes[place] as number) ^ (1 << bit)), 0, 1, place)
      const isRefused = await readArchive(path, ring).then(
        () => false,
        (error) => error instanceof ArchiveError,
      )
      expect(isRefused, `byte ${place}, bit ${bit}`).toBe(true)
      writeSync(file, bytes, place, 1, place)
    }
    closeSync(file)
    expect((await readArchive(path, ring)).footer.tables).toHaveLength(3)
  }

  const BITS = [0, 1, 2, 3, 4, 5, 6, 7]

  // Thousands of files are written and read.
  test('one changed bit anywhere in a small archive', { timeout: 90_000 }, async () => {
    const bytes = readFileSync(await write([Buffer.from('eine Zeile\n')]))
    await Promise.all(BITS.map((bit) => expectGuarded(bytes, bytes.keys(), bit)))
  })

  test('one changed bit at the edges of each part of a large one', { timeout: 90_000 }, async () => {
    expect(borders.length).toBeGreaterThan(3)
    const heads = borders.slice(0, -1).flatMap((at) => Array.from({ length: CHUNK_HEAD + 1 }, (_, step) => at + step))
    const edges = borders.flatMap((at) => [at - 1, at + CHUNK_HEAD + TAG_LENGTH - 1, at + CHUNK_HEAD + TAG_LENGTH])
    const places = new Set([...heads, ...edges].filter((at) => at < whole.length))
    await Promise.all([0, 2, 7].map((bit) => expectGuarded(whole, places, bit)))
  })

  test('a file that ends too early, also between two chunks', async () => {
    const anywhere = fc.sample(fc.nat(whole.length - 1), 15)
    for (const length of [0, 5, MAGIC.length + 2, 60, whole.length - 1, ...borders.slice(0, -1), ...anywhere])
      await expectRefused(whole.subarray(0, length))
  })

  test('a file with further bytes after its end', async () => {
    await expectRefused(Buffer.concat([whole, Buffer.from([0])]))
    await expectRefused(Buffer.concat([whole, chunk(0)]))
  })

  test('chunks that were moved, repeated, left out or taken from another archive', async () => {
    const last = borders.length - 2
    const middle = Array.from({ length: last - 2 }, (_, index) => chunk(index + 2))
    await expectRefused(Buffer.concat([head(), chunk(1), chunk(0), ...middle, chunk(last)]))
    await expectRefused(Buffer.concat([head(), chunk(0), chunk(0), ...middle, chunk(last)]))
    await expectRefused(Buffer.concat([head(), chunk(0), ...middle, chunk(last)]))
    await expectRefused(Buffer.concat([head(), chunk(0, other), whole.subarray(borders[1])]))
    await expectRefused(Buffer.concat([other.subarray(0, borders[0]), whole.subarray(borders[0])]))
  })

  test('a header with another day, however valid it looks', async () => {
    const forged = Buffer.from(whole.toString('latin1').replace('2026-11-20T01', '2026-11-21T01'), 'latin1')
    expect(forged.length).toBe(whole.length)
    await expect(readBytes(forged)).rejects.toThrow('beschädigt oder unvollständig')
  })

  test('another key, of the same name or of another', async () => {
    await expect(readBytes(whole, [{ id: 'k1', bytes: randomBytes(32) }])).rejects.toThrow('Der Schlüssel passt nicht')
    await expect(readBytes(whole, [{ id: 'k2', bytes: randomBytes(32) }])).rejects.toThrow('Schlüssel k1 von damals')
  })

  test('any other file', async () => {
    await expect(readBytes(Buffer.from('PK\u0003\u0004'))).rejects.toThrow('keine Sicherung von Schulhof')
    await expect(readBytes(Buffer.alloc(0))).rejects.toThrow('keine Sicherung von Schulhof')
  })

  test('a newer format, and a newer program', async () => {
    const newer = Buffer.from(whole.toString('latin1').replace('{"format":1', '{"format":2'), 'latin1')
    await expect(readBytes(newer)).rejects.toThrow('neueres Format')
    const path = await write([], { migrations: ['0001-platform.sql', '9999-more.sql'] })
    await expect(checkArchive(path, ring)).rejects.toThrow('neueren Version von Schulhof (1.2.3)')
  })
})

test('an older key of a rotated ring still reads', async () => {
  const rotated: SecretRing = [{ id: 'k2', bytes: randomBytes(32) }, ...ring]
  expect((await readBytes(whole, rotated)).footer.tables).toHaveLength(3)
})
