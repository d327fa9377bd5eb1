import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { changelogText, controlText, copyrightText, debianArchitecture } from './debian-texts.ts'
import { type Build, settle, writeProgram } from './write-program.ts'

/** Where files of deploy/ lie on a Debian system: the same files that a checkout uses. */
const INSTALLED = [
  { from: 'deploy/debian/schulhof', to: 'usr/bin/schulhof', mode: 0o755 },
  { from: 'deploy/debian/schulhof.env', to: 'etc/schulhof/schulhof.env', mode: 0o640 },
  { from: 'deploy/systemd/schulhof@.service', to: 'usr/lib/systemd/system/schulhof@.service', mode: 0o644 },
  { from: 'deploy/logrotate/schulhof', to: 'etc/logrotate.d/schulhof', mode: 0o644 },
  { from: 'deploy/debian/lintian-overrides', to: 'usr/share/lintian/overrides/schulhof', mode: 0o644 },
  { from: 'docs/operations.md', to: 'usr/share/doc/schulhof/operations.md', mode: 0o644 },
]
const SCRIPTS = ['postinst', 'prerm', 'postrm']

/** Files that belong to the administrator: an upgrade asks before it replaces a changed one. */
export const conffiles = INSTALLED.map(({ to }) => `/${to}`).filter((path) => path.startsWith('/etc/'))

interface File {
  path: string
  content: string | Buffer
  mode?: number
}

const write = (folder: string, { path, content, mode = 0o644 }: File) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
  chmodSync(join(folder, path), mode)
}

const bytesBelow = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    return sum + (entry.isDirectory() ? bytesBelow(path) : lstatSync(path).size)
  }, 0)

const writeSystemFiles = (folder: string, build: Build) => {
  for (const { from, to, mode } of INSTALLED) {
    mkdirSync(dirname(join(folder, to)), { recursive: true })
    copyFileSync(join(build.root, from), join(folder, to))
    chmodSync(join(folder, to), mode)
  }
  const documents = 'usr/share/doc/schulhof'
  const changes = readFileSync(join(build.root, 'CHANGELOG.md'))
  const chapters = join(build.root, 'docs/operations')
  for (const name of readdirSync(chapters))
    write(folder, { path: `${documents}/operations/${name}`, content: readFileSync(join(chapters, name)) })
  write(folder, { path: `${documents}/CHANGELOG.md.gz`, content: gzipSync(changes, { level: 9 }) })
  write(folder, { path: `${documents}/changelog.gz`, content: gzipSync(changelogText(build), { level: 9 }) })
  write(folder, { path: `${documents}/copyright`, content: copyrightText(build.root) })
}

const writeControl = (folder: string, { root, version }: Build) => {
  const read = (name: string) => readFileSync(join(root, 'deploy/debian', name), 'utf8')
  const kilobytes = Math.ceil(bytesBelow(folder) / 1024)
  write(folder, { path: 'DEBIAN/control', content: controlText({ template: read('control'), version, kilobytes }) })
  write(folder, { path: 'DEBIAN/conffiles', content: `${conffiles.join('\n')}\n` })
  write(folder, { path: 'DEBIAN/templates', content: read('templates') })
  for (const name of SCRIPTS) write(folder, { path: `DEBIAN/${name}`, content: read(name), mode: 0o755 })
}

/** Every byte depends on the commit alone: one thread, because xz cuts its blocks by their number. */
const runDpkg = (folder: string, file: string, seconds: number) => {
  const how = ['--root-owner-group', '-Zxz', '-z1', '--threads-max=1', '--build', folder, file]
  const { status, stderr, error } = spawnSync('dpkg-deb', how, {
    encoding: 'utf8',
    env: { ...process.env, SOURCE_DATE_EPOCH: String(seconds) },
  })
  if (status !== 0) throw new Error(`dpkg-deb failed: ${error?.message ?? stderr}`)
}

/** Writes `schulhof_VERSION_ARCHITECTURE.deb` into `out` and returns its path. */
export function writePackage(out: string, build: Build) {
  const folder = mkdtempSync(join(tmpdir(), 'schulhof-package-'))
  try {
    writeProgram(join(folder, 'usr/lib/schulhof'), build)
    writeSystemFiles(folder, build)
    writeControl(folder, build)
    settle(folder, build.seconds)
    mkdirSync(out, { recursive: true })
    const file = join(out, `schulhof_${build.version}_${debianArchitecture()}.deb`)
    runDpkg(folder, file, build.seconds)
    return file
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
