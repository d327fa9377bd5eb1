import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Version } from '#contract/changelog/changelog.ts'

const ROOT = join(import.meta.dirname, '../../..')
const COMMIT_FILE = 'server/domains/changelog/commit.txt'
const Package = z.object({ version: z.string().min(1) })
const COMMIT = /^[0-9a-f]{40}$/

const commits = new Map<string, string | null>()

/** An unpacked release names its commit in a file (`.gitattributes`), a checkout knows it from Git. */
const findCommit = (root: string) => {
  const file = join(root, COMMIT_FILE)
  const written = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (COMMIT.test(written)) return written
  if (!existsSync(join(root, '.git'))) return null
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return COMMIT.test(stdout?.trim() ?? '') ? stdout.trim() : null
}

/** The commit cannot change while the program runs. */
const commitOf = (root: string) => {
  const known = commits.get(root)
  if (known !== undefined) return known
  const commit = findCommit(root)
  commits.set(root, commit)
  return commit
}

/**
 * The running version, its commit, and when its pages were built; the commit is null in a copy without Git, the day when
 * the pages were not built, as during development.
 */
export function readVersion(root = ROOT): Version {
  const { version } = Package.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const built = statSync(join(root, 'dist/web/index.html'), { throwIfNoEntry: false })?.mtime
  return { name: version, commit: commitOf(root), build_date: built?.toISOString() ?? null }
}
