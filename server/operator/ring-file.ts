import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { formatRing } from '#server/backup/key-file.ts'
import type { SecretKey, SecretRing } from '#server/secret-keys.ts'

const KEY_BYTES = 32

const numberOf = ({ id }: SecretKey) => Number(/^k(\d+)$/.exec(id)?.[1] ?? 0)

/** A new key whose id no key of the ring has: k483922 after k483921. */
export const makeKey = (ring: SecretRing): SecretKey => ({
  id: `k${Math.max(...ring.map(numberOf)) + 1}`,
  bytes: randomBytes(KEY_BYTES),
})

const syncPath = (path: string) => {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Replaces the ring's file in one step: whoever reads it finds the old ring or the new one, also after a power failure.
 */
export function replaceRingFile(path: string, ring: SecretRing) {
  const fresh = `${path}.neu`
  const descriptor = openSync(fresh, 'w', 0o600)
  try {
    writeSync(descriptor, formatRing(ring))
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(fresh, path)
  syncPath(dirname(path))
}
