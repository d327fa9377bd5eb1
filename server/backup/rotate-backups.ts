import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS } from '#contract/dates.ts'
import { UNFINISHED } from './write-backup.ts'

const NAME = /^schulhof-(\d{4})-(\d{2})-(\d{2})T(\d{2})(\d{2})(\d{2})Z\.backup$/

/** schulhof-2026-11-20T013000Z.backup: sorted by name is sorted by time. */
export const backupName = (now: Date) => `schulhof-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`

/** When the nightly backup of this name was made; undefined when the name is not ours. */
export const backupTime = (name: string) => {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? []
  return year ? Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) : undefined
}

/**
 * Removes nightly backups older than this many days, and unfinished files that a crash left; other file names are not
 * ours. `newest` was just checked and always stays, even if the clock is wrong.
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
