import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SecretRing } from '#server/secret-keys.ts'

const FOLDER = join(import.meta.dirname, '../backup/releases')

/** Opens the archives in the repository, which contain invented people only. */
export const RELEASE_RING: SecretRing = [{ id: 'test', bytes: Buffer.alloc(32, 'Schulhof') }]

/** The archive that `npm run release` wrote with this version. */
export const releaseArchive = (version: string) => join(FOLDER, `${version}.backup`)

/** Versions with an archive. Every later program must be able to read each. */
export const releasedVersions = () =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.backup'))
    .map((name) => name.replace(/\.backup$/, ''))
