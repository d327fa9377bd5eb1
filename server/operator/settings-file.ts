import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { fromCallersFolder } from '#server/backup/command-line.ts'

const read = (file: string) => parseEnv(readFileSync(fromCallersFolder(file), 'utf8'))

/** Files that were read while this process was root. */
const kept = new Map<string, ReturnType<typeof read>>()

/** Reads the file now, because the account that the process is about to become may not. */
export const keepSettingsFile = (file: string) => kept.set(file, read(file))

/**
 * The environment with the settings of this file, which is written as systemd reads it (`NAME=value`). It wins over the
 * caller's environment, so that command and service always mean the same installation.
 */
export const readSettingsFile = (file: string, variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...variables,
  ...(kept.get(file) ?? read(file)),
})
