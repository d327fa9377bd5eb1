import { existsSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Env } from '#server/env.ts'
import { formatKey, parseSecretRing, type SecretRing } from '#server/secret-keys.ts'
import { ArchiveError } from './archive-format.ts'

/** The format of `SECRET_KEY` and of the file in DATA_DIR. */
export const formatRing = (ring: SecretRing) => `${ring.map(formatKey).join(',')}\n`

/** Writes the ring to a new file that only its owner can read. */
export const writeKeyFile = (path: string, ring: SecretRing) =>
  writeFileSync(path, formatRing(ring), { mode: 0o600, flag: 'wx', flush: true })

/**
 * The key must not lie in the folder of the backups: whoever copies or loses that folder must not have the key as well.
 */
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

export const ringFileOf = ({ DATA_DIR }: Env) => join(DATA_DIR, 'secret.key')

/** Names the secret that the operator must keep apart from the backups. */
export const whereRingIs = (env: Env) => (env.SECRET_KEY ? 'dem Inhalt von SECRET_KEY' : `der Datei ${ringFileOf(env)}`)

/** The key for a backup of this installation; throws when there is none, because a backup creates no key. */
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

/** With SECRET_KEY the operator keeps the ring: it must contain every key of the backup, or links stay unreadable. */
export const assertRingFits = ({ SECRET_KEY }: Env, ring: SecretRing) => {
  if (SECRET_KEY && !ring.every((key) => has(SECRET_KEY, key)))
    throw new ArchiveError(
      'SECRET_KEY enthält nicht die Schlüssel der Schlüsseldatei. Bitte SECRET_KEY auf deren Inhalt setzen und noch einmal beginnen.',
    )
}

/**
 * Puts the ring where the server looks for it. An older ring stays beside it; in an empty database it protects nothing.
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
