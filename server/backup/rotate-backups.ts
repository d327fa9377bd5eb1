import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS } from '#contract/dates.ts'
import { UNFINISHED } from './write-backup.ts'

const NAME = /^schulhof-(\d{4})-(\d{2})-(\d{2})T(\d{2})(\d{2})(\d{2})Z(?:-vor-([\w.+-]+))?\.backup$/

/**
 * schulhof-2026-11-20T013000Z.backup: sorted by name is sorted by time. One that was made before a change names it:
 * schulhof-2026-11-20T080000Z-vor-1.1.0.backup.
 */
export const backupName = (now: Date, before?: string) => {
  const suffix = before ? `-vor-${before.replaceAll(/[^\w.+-]/g, '_')}` : ''
  return `schulhof-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z${suffix}.backup`
}

export interface NamedBackup {
  name: string
  made_at: Date
  /** The change it was made before; null for a nightly one. */
  before: string | null
}

/** When the backup of this name was made; undefined when the name is not ours. */
export const backupTime = (name: string) => {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? []
  return year ? Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) : undefined
}

/** The backups that this program named, the newest first; none when there is no such folder yet. */
export const listBackups = (folder: string): NamedBackup[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .sort()
    .reverse()
    .flatMap((name) => {
      const at = backupTime(name)
      return at === undefined ? [] : [{ name, made_at: new Date(at), before: NAME.exec(name)?.[7] ?? null }]
    })

/**
 * Removes backups of this program that are older than this many days, and unfinished files that a crash left; other
 * file names are not ours. `newest` was just checked and always stays, even if the clock is wrong.
 */
export function rotateBackups({
  folder,
  newest,
  keepDays,
  now,
}: {
  folder: string
  newest: string
  keepDays: number
  now: Date
}) {
  const isOld = (at: number | undefined, days: number) => at !== undefined && at < now.getTime() - days * DAY_MS
  const isOutdated = (name: string) =>
    name.endsWith(UNFINISHED) ? isOld(statSync(join(folder, name)).mtimeMs, 1) : isOld(backupTime(name), keepDays)
  const outdated = readdirSync(folder).filter((name) => name !== newest && isOutdated(name))
  for (const name of outdated) rmSync(join(folder, name), { force: true })
  return outdated.length
}
