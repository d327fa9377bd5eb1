import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** An entry of `package-lock.json`. */
const LockedPackage = z.object({
  version: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
  peerDependencies: z.record(z.string(), z.string()).optional(),
})
type LockedPackage = z.output<typeof LockedPackage>
const Lock = z.object({ packages: z.record(z.string(), LockedPackage) })
/** By the folder of the package: `node_modules/a/node_modules/b`. */
export type Lock = Record<string, LockedPackage>

export const readLock = (root: string): Lock =>
  Lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))).packages

/** `node_modules/a/node_modules/@b/c` is `@b/c`. */
export const nameOf = (folder: string) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** From the root of the project. */
const PACKAGE_FOLDER = /^(?:node_modules\/(?:@[^/]+\/)?[^/]+\/)*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/|$)/

/** The package that a file belongs to; undefined for our own files and the bundler's. */
export const packageOf = (root: string, file: string) => {
  const path = file.replace(/^\0/, '').split('?')[0] ?? ''
  return PACKAGE_FOLDER.exec(path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path)?.[0]
}

/** Everything that is installed here and runs on a server, with Node and PostgreSQL: what npm installs without development. */
export const serverPackages = (root: string, lock = readLock(root)) =>
  Object.keys(lock).filter((folder) => folder !== '' && !lock[folder]?.dev && existsSync(join(root, folder)))

const NAME = '((?:@[\\w.-]+/)?\\w[\\w.-]*)(?=[\'"/])'
/** Imports at the beginning of a line, imports for later, and fonts of style sheets. */
const IMPORTS = new RegExp(
  `^(?:import (?:[^'\\n]* from )?|\\} from )'${NAME}|\\bimport\\('${NAME}|url\\("${NAME}`,
  'gm',
)
const isShippedSource = (name: string) => /\.(tsx?|css)$/.test(name) && !/\.(test|test-data)\.tsx?$/.test(name)

/** Names of packages that source files import, without those of Node itself. */
export const importedNames = (root: string, folders: readonly string[]) => {
  const names = folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && isShippedSource(entry.name))
        .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8')),
    )
    .flatMap((text) => [...text.matchAll(IMPORTS)].map(([, ...found]) => found.find(Boolean) ?? ''))
  return [...new Set(names)].sort()
}

/** Where Node finds `name` when the package in `folder` imports it. */
const findPackage = (lock: Lock, folder: string, name: string) => {
  for (let from = folder; ; from = from.slice(0, Math.max(from.lastIndexOf('/node_modules/'), 0))) {
    const found = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`
    if (found in lock) return found
    if (from === '') return undefined
  }
}

/** These packages and all that they need, as folders. */
const closureOf = (lock: Lock, names: readonly string[]) => {
  const found = new Set<string>()
  const add = (folder: string | undefined) => {
    if (folder === undefined || found.has(folder)) return
    found.add(folder)
    const { dependencies, optionalDependencies, peerDependencies } = lock[folder] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      add(findPackage(lock, folder, name))
  }
  for (const name of names) add(findPackage(lock, '', name))
  return [...found]
}

/** The pages contain some lines of these: the loader of files that come later, and the frame of each file. */
const BUNDLERS = ['vite', 'rolldown']

/** What the pages may contain at most; the bundle leaves out what nobody calls. */
export const possibleBrowserPackages = (root: string, lock = readLock(root)) => [
  ...closureOf(lock, importedNames(root, ['web', 'contract'])),
  ...BUNDLERS.map((name) => `node_modules/${name}`),
]

/** The packages of a finished bundle, by the files that it was made of. */
export const browserPackages = (root: string, files: Iterable<string>) => {
  const folders = [...files].flatMap((file) => packageOf(root, file) ?? [])
  return [...new Set([...folders, ...BUNDLERS.map((name) => `node_modules/${name}`)])]
}
