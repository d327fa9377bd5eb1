import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Migrations that a release contains. Schools have run them, so they never change again: one line each with the SHA-256 of
 * the file, its name and the first version with it. `npm run release` writes it.
 */
export const FROZEN_FILE = 'server/db/frozen-migrations.txt'
const FOLDER = 'server/db/migrations'

interface Migration {
  name: string
  sha256: string
}
interface FrozenMigration extends Migration {
  version: string
}

const LINE = /^([0-9a-f]{64}) {2}(\S+) {2}(\S+)$/

export const parseFrozen = (text: string): FrozenMigration[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, sha256, name, version] = LINE.exec(line) ?? []
      if (!sha256 || !name || !version) throw new Error(`${FROZEN_FILE} has a line that is none of its own: ${line}`)
      return { sha256, name, version }
    })

/** The list after a release: its own migrations follow those of the earlier ones. */
export const freeze = (frozen: readonly FrozenMigration[], migrations: readonly Migration[], version: string) => {
  const names = new Set(frozen.map(({ name }) => name))
  const added = migrations.filter(({ name }) => !names.has(name)).map((migration) => ({ ...migration, version }))
  return [...frozen, ...added].map(({ sha256, name, version: since }) => `${sha256}  ${name}  ${since}\n`).join('')
}

const DIFFERENCE = 'Put the difference into a new migration with the next free number'
const restore = ({ name, version }: FrozenMigration) => `git checkout v${version} -- ${FOLDER}/${name}`

/** What is wrong with the migrations of the working copy, each in a sentence that says what to do. */
export const findFaults = (frozen: readonly FrozenMigration[], migrations: readonly Migration[]) => {
  const now = new Map(migrations.map(({ name, sha256 }) => [name, sha256]))
  const names = new Set(frozen.map(({ name }) => name))
  const last = frozen.at(-1)?.name ?? ''
  const changed = frozen.flatMap((migration) => {
    const sum = now.get(migration.name)
    if (sum === migration.sha256) return []
    const what = sum === undefined ? 'was removed or renamed' : 'was changed'
    return `${migration.name} ${what}, but installations have run it as it was in version ${migration.version}. Bring it back (${restore(migration)}). ${DIFFERENCE}.`
  })
  const inserted = migrations
    .filter(({ name }) => name <= last && !names.has(name))
    .map(
      ({ name }) =>
        `${name} comes before ${last}, which installations have run already. Give it a number after that one.`,
    )
  return [...changed, ...inserted]
}

/** The migrations of a working copy, in their order. */
export const readMigrations = (root: string): Migration[] =>
  readdirSync(join(root, FOLDER))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({
      name,
      sha256: createHash('sha256')
        .update(readFileSync(join(root, FOLDER, name)))
        .digest('hex'),
    }))

/** Empty before the first release. */
export const readFrozen = (root: string) => {
  const file = join(root, FROZEN_FILE)
  return existsSync(file) ? parseFrozen(readFileSync(file, 'utf8')) : []
}
