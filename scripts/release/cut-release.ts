import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tagText } from './changelog-section.ts'
import { FROZEN_FILE, findFaults, freeze, readFrozen, readMigrations } from './frozen-migrations.ts'
import { nextVersion } from './next-version.ts'
import { git, runCommand } from './run-command.ts'
import { readOwnVersion, writeVersion } from './version-files.ts'

const archiveOf = (version: string) => `server/backup/releases/${version}.backup`

/** Throws when this working copy cannot be released as it is. */
const assertReady = (root: string, version: string) => {
  const changed = git(root, 'status', '--porcelain')
  if (changed !== '') throw new Error(`The working copy has changes. Commit them or put them away:\n${changed}`)
  if (git(root, 'tag', '--list', `v${version}`) !== '') throw new Error(`The tag v${version} exists already.`)
  const faults = findFaults(readFrozen(root), readMigrations(root))
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

/** The archive of the version, made by the test that proves it complete. */
const writeArchive = (root: string, version: string) => {
  const test = ['run', '--project', 'server', 'server/backup/make-release-archive.test.ts']
  const env = { SCHULHOF_RELEASE: version }
  runCommand([process.execPath, 'node_modules/vitest/vitest.mjs', ...test], { folder: root, env })
}

/**
 * Turns the working copy into the next version and commits it: version, changelog, frozen migrations, archive. A failure
 * leaves the working copy as it was. `wish` is a version, or `major`, `minor`, `patch`.
 */
export const cutRelease = (root: string, wish: string, day: string) => {
  const version = nextVersion(readOwnVersion(root), wish)
  assertReady(root, version)
  const frozen = readFrozen(root)
  const files = ['package.json', 'package-lock.json', 'CHANGELOG.md', FROZEN_FILE, archiveOf(version)]
  try {
    const changes = writeVersion(root, version, day)
    writeFileSync(join(root, FROZEN_FILE), freeze(frozen, readMigrations(root), version))
    writeArchive(root, version)
    git(root, 'add', '--', ...files)
    git(root, 'commit', '--quiet', '--message', `release: version ${version}`)
    return { version, frozen: readFrozen(root).length - frozen.length, tag: tagText(version, changes) }
  } catch (error) {
    git(root, 'reset', '--quiet')
    for (const file of git(root, 'ls-files', '--others', '--exclude-standard', '--', ...files)
      .split('\n')
      .filter(Boolean))
      rmSync(join(root, file), { force: true })
    git(root, 'checkout', '--quiet', '--', '.')
    throw error
  }
}
