import { statSync } from 'node:fs'
import { readSettingsFile } from './settings-file.ts'

/** The settings file on the command line, wherever it stands in it. */
const settingsFile = (line: readonly string[]) => {
  const at = line.indexOf('--settings')
  return at >= 0 ? line[at + 1] : line.find((word) => word.startsWith('--settings='))?.slice('--settings='.length)
}

/** The settings as far as root may read them; whoever reads them again for the command reports a fault. */
const readable = (file: string | undefined): NodeJS.ProcessEnv => {
  try {
    return file === undefined ? process.env : readSettingsFile(file, process.env)
  } catch {
    return process.env
  }
}

/**
 * Root becomes the account that the server runs under, which owns DATA_DIR: the database and the key stay readable for
 * the server, and a socket that only this account may use opens. The settings file belongs to root, so it is read
 * before. An installation that runs as root stays with root.
 */
export function becomeOwner(line: readonly string[]) {
  if (process.getuid?.() !== 0) return
  const variables = readable(settingsFile(line))
  // A later reading of the file could fail for the other account.
  Object.assign(process.env, variables)
  const { uid, gid } = (variables.DATA_DIR && statSync(variables.DATA_DIR, { throwIfNoEntry: false })) || {
    uid: 0,
    gid: 0,
  }
  if (uid === 0) return
  process.setgroups?.([gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
}
