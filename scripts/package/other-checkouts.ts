import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { makeNewerProgram } from '#server/test/newer-program.ts'

const git = (root: string, args: string[]) => {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: root, maxBuffer: 2 ** 28 })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${error?.message ?? stderr}`)
  return stdout
}

/**
 * The checkout from before the newest migration came in: its server and its contract, with today's pages, packages,
 * manual and files of deploy/. Returns the commit.
 */
export function olderCheckout(root: string, folder: string) {
  const newest = readdirSync(join(root, 'server/db/migrations'))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .at(-1)
  const added = ['log', '--diff-filter=A', '--format=%H', '-1', '--', `server/db/migrations/${newest}`]
  const commit = git(root, ['rev-parse', `${git(root, added).toString().trim()}^`])
    .toString()
    .trim()
  mkdirSync(folder)
  const parts = ['CHANGELOG.md', 'package.json', 'contract', 'server', 'docs']
  const archive = git(root, ['archive', commit, ...parts])
  const { status } = spawnSync('tar', ['-x', '-C', folder], { input: archive })
  if (status !== 0) throw new Error(`tar cannot unpack ${commit}`)
  for (const name of ['node_modules', 'package-lock.json']) symlinkSync(join(root, name), join(folder, name))
  for (const name of ['deploy', 'dist', 'docs/operations'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  return commit
}

/** This checkout with a migration more. Returns its folder. */
export function laterCheckout(root: string, folder: string) {
  makeNewerProgram(folder, { '9001-later.sql': 'create table later (id int primary key)' })
  for (const name of ['deploy', 'package-lock.json']) cpSync(join(root, name), join(folder, name), { recursive: true })
  return folder
}
