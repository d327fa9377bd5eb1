import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { releaseChangelog } from './changelog-section.ts'

/** The version stands in `package.json`; npm repeats it at the head of the lock file, for the package itself. */
const withVersion = (text: string, version: string) =>
  text.replaceAll(/("name": "schulhof",\s+"version": ")[^"]+"/g, `$1${version}"`)

/** The files of a working copy that a new version changes; returns what the version brings. */
export const writeVersion = (root: string, version: string, day: string) => {
  const change = (file: string, by: (text: string) => string) =>
    writeFileSync(join(root, file), by(readFileSync(join(root, file), 'utf8')))
  const { changes, markdown } = releaseChangelog(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version, day)
  for (const file of ['package.json', 'package-lock.json']) change(file, (text) => withVersion(text, version))
  change('CHANGELOG.md', () => markdown)
  return changes
}

export const readOwnVersion = (root: string): string =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
