import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { fromCallersFolder } from '#server/backup/command-line.ts'

/**
 * The environment with the settings of this file, which is written as systemd reads it (`NAME=value`). It wins over the
 * caller's environment, so that command and service always mean the same installation.
 */
export const readSettingsFile = (file: string, variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...variables,
  ...parseEnv(readFileSync(fromCallersFolder(file), 'utf8')),
})
