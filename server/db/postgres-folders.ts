import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { isRoot, postgresAccount, postgresUid } from './postgres-account.ts'

/** The folder that root uses when `nobody` cannot reach the data folder or the checkout. */
export const sharedFolder = '/var/lib/schulhof'

/** sockaddr_un holds 107 bytes, and PostgreSQL adds `/.s.PGSQL.5432`. */
const longestSocketFolder = 107 - '/.s.PGSQL.5432'.length

const statOrUndefined = (path: string) => lstatSync(path, { throwIfNoEntry: false })

const foreign = (path: string) =>
  new Error(`${path} gehört einem anderen Konto oder ist für andere beschreibbar: bitte starten wie beim ersten Mal.`)

/** Creates the folder or accepts an existing one, but only if nobody else could have created it or can change it. */
export const ensureTrustedFolder = (path: string, mode: number, owner = process.getuid?.()) => {
  mkdirSync(dirname(path), { recursive: true })
  if (!statOrUndefined(path)) {
    mkdirSync(path)
    if (owner !== process.getuid?.()) chownSync(path, owner ?? 0, postgresAccount.gid ?? 0)
    chmodSync(path, mode)
  }
  assertTrusted(path, owner)
  return path
}

/** Somebody else could have created a folder with a predictable name before us. */
export const assertTrusted = (path: string, owner = process.getuid?.()) => {
  const found = lstatSync(path)
  if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o022) !== 0) throw foreign(path)
}

/** Whether PostgreSQL's account may enter every folder above `path`. */
const isReachable = (path: string) => {
  if (!isRoot) return true
  for (let folder = resolve(path, '..'); ; folder = dirname(folder)) {
    const found = statSync(folder, { throwIfNoEntry: false })
    if (found && (found.mode & 0o001) === 0 && found.uid !== postgresUid) return false
    if (folder === dirname(folder)) return true
  }
}

/**
 * Follows a link that this account made earlier. The link remembers the folder: a data folder that is moved keeps its
 * database, and no predictable name in a public folder needs to be trusted.
 */
const linkTarget = (link: string) => {
  const found = statOrUndefined(link)
  if (!found) return undefined
  if (!found.isSymbolicLink() || found.uid !== process.getuid?.()) throw foreign(link)
  return readlinkSync(link)
}

const makeLinked = (link: string, prefix: string) => {
  const target = mkdtempSync(prefix)
  if (isRoot) chownSync(target, postgresUid ?? 0, postgresAccount.gid ?? 0)
  symlinkSync(target, link)
  return target
}

/** The folder of a database that cannot lie in the wanted place, because `nobody` cannot reach it. */
const distantHome = (link: string) => {
  const known = linkTarget(link)
  if (known && !statOrUndefined(known)) throw new Error(`Die Datenbank von ${link} lag in ${known} und fehlt dort.`)
  const home = known ?? makeLinked(link, join(ensureTrustedFolder(sharedFolder, 0o755), 'database-'))
  assertTrusted(home, postgresUid)
  return home
}

/** A folder with a short name; temporary folders may be emptied between two starts, then a new one is created. */
const shortSocketFolder = (link: string) => {
  const known = linkTarget(link)
  if (known && statOrUndefined(known)?.uid === postgresUid) return known
  rmSync(link, { force: true })
  return makeLinked(link, join(tmpdir(), 'schulhof-'))
}

export interface PostgresFolders {
  /** Contains `cluster` once set-up is complete, `cluster.new` before; belongs to PostgreSQL's account. */
  home: string
  /** Only that account and root may enter: whoever gets in may take any role. */
  socket: string
}

/** The folders of one database below `dataDir`, made as needed. */
export const postgresFolders = (dataDir: string): PostgresFolders => {
  mkdirSync(resolve(dataDir), { recursive: true, mode: 0o700 })
  // `nobody`, who owns only its content, must be able to pass through, but neither to list nor to write.
  if (isRoot) chmodSync(resolve(dataDir), statSync(dataDir).mode | 0o001)
  const wishedHome = resolve(dataDir, 'postgres')
  const home = isReachable(wishedHome) ? ensureTrustedFolder(wishedHome, 0o700, postgresUid) : distantHome(wishedHome)
  const socket = join(home, 'socket')
  const isShort = Buffer.byteLength(socket) <= longestSocketFolder
  return { home, socket: isShort ? ensureTrustedFolder(socket, 0o700, postgresUid) : shortSocketFolder(socket) }
}
