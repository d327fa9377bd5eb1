import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** What runs on a server, from the root of the checkout. */
const FILES = ['CHANGELOG.md', 'package.json']
const FOLDERS = ['contract', 'deploy', 'dist/web', 'docs/vorlagen', 'server']

/** Tests, the demo with its invented families, and how the Debian package is made. */
const NOT_RUN = /[.]test[.]tsx?$|[.]test-data[.]tsx?$|^server\/(test|demo|backup\/releases)$|^deploy\/debian$/

/**
 * Parts of packages that only developers and compilers read, and PostgreSQL's ways to Perl, Python and Tcl, which would
 * need those.
 */
const UNREAD = [
  /[.]d[.][cm]?ts$/,
  /[.](map|a)$/,
  /\/[.]/,
  /^node_modules\/(@[^/]+\/)?[^/]+\/(tests?|integration)$/,
  /^node_modules\/node-linux-\w+\/(include|share|CHANGELOG[.]md|README[.]md)$/,
  /\/native\/lib\/pkgconfig$/,
  /\/native\/lib\/postgresql\/\w*pl(perl|python3|tcl)[.]so$/,
]

const LockFile = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional(), devOptional: z.boolean().optional() })),
})

/** The paths of files and links below `folder`, relative to `root`. */
const pathsBelow = (root: string, folder: string, isWanted: (path: string) => boolean): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (!isWanted(path)) return []
    return entry.isDirectory() ? pathsBelow(root, path, isWanted) : [path]
  })

/** Folders of the installed packages that the program needs, by the lock file; those for other machines are not there. */
export function packagesOf(root: string) {
  const { packages } = LockFile.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional && !path.includes('/@types/'))
    .map(([path]) => path)
    .filter((path) => existsSync(join(root, path, 'package.json')))
}

const filesOfPackage = (root: string, folder: string) =>
  // A package inside another one has its own line in the lock file.
  pathsBelow(root, folder, (path) => path !== `${folder}/node_modules` && !UNREAD.some((pattern) => pattern.test(path)))

/** Everything that a server needs, sorted: program, built pages, packages. */
export const programFiles = (root: string) =>
  [
    ...FILES,
    ...FOLDERS.flatMap((folder) => pathsBelow(root, folder, (path) => !NOT_RUN.test(path))),
    ...packagesOf(root).flatMap((folder) => filesOfPackage(root, folder)),
  ].sort()
