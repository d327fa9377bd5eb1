import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { LICENCE_LIST_FILE, LICENCE_TEXTS_FILE, LicenceList } from '#contract/licences/licences.ts'
import { writePackage } from '#scripts/package/write-package.ts'
import { billOfMaterials } from './bill-of-materials.ts'
import { git, runCommand } from './run-command.ts'
import { readOwnVersion } from './version-files.ts'

const PAGES = 'dist/web'

const filesIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()

/**
 * The sources of a commit with the built pages: who unpacks it needs npm for the packages, but no build. Git gives every
 * file the time of the commit.
 */
const archive = (root: string, name: string) => {
  const pages = ['dist', PAGES, `${PAGES}/assets`].flatMap((folder) => [
    `--prefix=${name}/${folder}/`,
    ...filesIn(join(root, folder)).map((file) => `--add-file=${join(root, folder, file)}`),
  ])
  const command = ['git', 'archive', '--format=tar', ...pages, `--prefix=${name}/`, 'HEAD'] as const
  return gzipSync(runCommand(command, { folder: root }), { level: 9 })
}

/** The Debian package of the same commit, for this kind of machine. */
const debianPackage = (root: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'schulhof-release-package-'))
  try {
    const file = writePackage(folder, {
      root,
      version: readOwnVersion(root),
      commit: git(root, 'rev-parse', 'HEAD'),
      seconds: Number(git(root, 'log', '-1', '--format=%ct')),
    })
    return { [basename(file)]: readFileSync(file) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const sumOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/**
 * Writes the files that a release consists of into an empty folder: archive, bill of materials, notices, Debian
 * package, checksums. The working copy is that of the commit, and its pages are built.
 */
export const makeArtefacts = (root: string, out: string) => {
  const name = `schulhof-${readOwnVersion(root)}`
  const licences = LicenceList.parse(JSON.parse(readFileSync(join(root, PAGES, LICENCE_LIST_FILE), 'utf8')))
  const at = new Date(git(root, 'log', '-1', '--format=%cI')).toISOString()
  const files: Record<string, string | Buffer> = {
    [`${name}.tar.gz`]: archive(root, name),
    [`${name}.cdx.json`]: billOfMaterials(root, licences, at),
    [`${name}-${LICENCE_TEXTS_FILE}`]: readFileSync(join(root, PAGES, LICENCE_TEXTS_FILE)),
    ...debianPackage(root),
  }
  const sums = Object.entries(files).map(([file, content]) => `${sumOf(Buffer.from(content))}  ${file}\n`)
  mkdirSync(out, { recursive: true })
  for (const [file, content] of Object.entries({ ...files, SHA256SUMS: sums.join('') }))
    writeFileSync(join(out, file), content)
  return Object.entries(files).map(([file, content]) => ({ file, bytes: Buffer.byteLength(content) }))
}
