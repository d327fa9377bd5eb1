import { existsSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Env } from '#server/env.ts'
import { formatKey, parseSecretRing, type SecretRing } from '#server/secret-keys.ts'
import { ArchiveError } from './archive-format.ts'

/** As `SECRET_KEY` takes it, and as DATA_DIR keeps it. */
const formatRing = (ring: SecretRing) => `${ring.map(formatKey).join(',')}\n`

/** Writes the ring where it was not yet, for its owner only. */
export const writeKeyFile = (path: string, ring: SecretRing) =>
  writeFileSync(path, formatRing(ring), { mode: 0o600, flag: 'wx', flush: true })

/** Who copies or loses the folder of the backup must not have the key with it. */
export const assertApart = (keyFile: string, backup: string) => {
  if (realpathSync(dirname(keyFile)) === realpathSync(dirname(backup)))
    throw new ArchiveError(
      'Der Schlüssel gehört nicht in denselben Ordner wie die Sicherung: Zusammen liest sie jeder. Bitte einen anderen Ort nennen.',
    )
}

export const readKeyFile = (path: string): SecretRing => {
  try {
    return parseSecretRing(readFileSync(path, 'utf8').trim())
  } catch (cause) {
    throw new ArchiveError(`${path} ist keine Schlüsseldatei von Schulhof.`, { cause })
  }
}

const ringFileOf = ({ DATA_DIR }: Env) => join(DATA_DIR, 'secret.key')

/** What to keep apart from the backups, in the operator's words. */
export const whereRingIs = (env: Env) => (env.SECRET_KEY ? 'dem Inhalt von SECRET_KEY' : `der Datei ${ringFileOf(env)}`)

/** The key for a backup of this installation; throws when there is none, for nothing is made in passing. */
export const findRing = (env: Env): SecretRing => {
  if (env.SECRET_KEY) return env.SECRET_KEY
  const path = ringFileOf(env)
  if (existsSync(path)) return readKeyFile(path)
  throw new ArchiveError(
    `Es fehlt der Schlüssel: weder SECRET_KEY noch ${path} ist da. Bitte mit --key die Schlüsseldatei nennen.`,
  )
}

const has = (ring: SecretRing, key: SecretRing[number]) =>
  ring.some(({ id, bytes }) => id === key.id && bytes.equals(key.bytes))

/** With SECRET_KEY the operator keeps the ring: it must hold every key of the backup, or links stay unreadable. */
export const assertRingFits = ({ SECRET_KEY }: Env, ring: SecretRing) => {
  if (SECRET_KEY && !ring.every((key) => has(SECRET_KEY, key)))
    throw new ArchiveError(
      'SECRET_KEY enthält nicht die Schlüssel der Schlüsseldatei. Bitte SECRET_KEY auf deren Inhalt setzen und noch einmal beginnen.',
    )
}

/**
 * Puts the ring where the server looks for it. An older one, which so far protects nothing in an empty database, stays
 * beside it.
 */
export function installRing(env: Env, ring: SecretRing) {
  const path = ringFileOf(env)
  if (env.SECRET_KEY) return
  if (existsSync(path)) {
    if (readFileSync(path, 'utf8') === formatRing(ring)) return
    renameSync(path, `${path}.alt-${Date.now()}`)
  }
  writeKeyFile(path, ring)
}
