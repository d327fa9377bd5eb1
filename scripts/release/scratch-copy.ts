import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { git, runCommand } from './run-command.ts'

/**
 * A clone of the last commit in which a release may be tried. It lies below `dist`, so that its packages are links to those
 * that are installed.
 */
export const makeScratchCopy = (root: string, ...below: string[]) => {
  mkdirSync(join(root, 'dist'), { recursive: true })
  const folder = mkdtempSync(join(root, 'dist/scratch-'))
  const copy = join(folder, ...below, 'schulhof')
  git(root, 'clone', '--quiet', '--no-tags', root, copy)
  for (const name of ['user.name', 'user.email']) git(copy, 'config', name, 'release@example.org')
  runCommand(['cp', '-al', join(root, 'node_modules'), join(copy, 'node_modules')], { folder: root })
  return { copy, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
