import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Version } from '#contract/changelog/changelog.ts'

const ROOT = join(import.meta.dirname, '../../..')
const Package = z.object({ version: z.string().min(1) })

/** The running version and when its pages were built; null when they were not built, as during development. */
export function readVersion(root = ROOT): Version {
  const { version } = Package.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const built = statSync(join(root, 'dist/web/index.html'), { throwIfNoEntry: false })?.mtime
  return { name: version, build_date: built?.toISOString() ?? null }
}
