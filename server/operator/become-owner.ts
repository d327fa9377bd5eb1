import { statSync } from 'node:fs'
import { keepSettingsFile, readSettingsFile } from './settings-file.ts'

/** The settings file on the command line, wherever it stands in it. */
const settingsFile = (line: readonly string[]) => {
  const at = line.indexOf('--settings')
  return at >= 0 ? line[at + 1] : line.find((word) => word.startsWith('--settings='))?.slice('--settings='.length)
}

/** Who owns the data folder; undefined when there is none, or it is not known yet. */
const findOwner = (line: readonly string[]) => {
  const file = settingsFile(line)
  if (file !== undefined) keepSettingsFile(file)
  const { DATA_DIR } = file === undefined ? process.env : readSettingsFile(file, process.env)
  return DATA_DIR ? statSync(DATA_DIR, { throwIfNoEntry: false }) : undefined
}

/**
 * Root becomes the account that the server runs under, which owns DATA_DIR: the database and the key stay readable for
 * the server, and a socket that only this account may use opens. The settings file belongs to root, so it is read
 * before. An installation that runs as root stays with root.
 */
export function becomeOwner(line: readonly string[]) {
  if (process.getuid?.() !== 0) return
  let owner: ReturnType<typeof findOwner>
  try {
    owner = findOwner(line)
  } catch {
    // The command reads the file again and says what is wrong with it.
    return
  }
  if (!owner || owner.uid === 0) return
  process.setgroups?.([owner.gid])
  process.setgid?.(owner.gid)
  process.setuid?.(owner.uid)
}
