import { statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DiskFacts } from '#contract/systemstates/systemstates.facts.ts'

const exists = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined

/** A folder that is not made yet will stand on the disk of the folder above it. */
const existing = (path: string): string => (exists(path) || path === dirname(path) ? path : existing(dirname(path)))

/** The room on the disk of a folder; null where the system does not tell it. */
export function readDisk({ holds, folder }: Pick<DiskFacts, 'holds' | 'folder'>): DiskFacts | null {
  try {
    const { bsize, blocks, bfree, bavail } = statfsSync(existing(folder))
    const used = blocks - bfree
    if (used + bavail === 0) return null
    return {
      holds,
      folder,
      total_bytes: blocks * bsize,
      free_bytes: bavail * bsize,
      used_share: used / (used + bavail),
    }
  } catch {
    return null
  }
}

const deviceOf = (folder: string) => {
  try {
    return statSync(existing(folder)).dev
  } catch {
    return undefined
  }
}

/** Each disk once: backups on the disk of the data are named with the data. */
export function readDisks(folders: readonly Pick<DiskFacts, 'holds' | 'folder'>[]): DiskFacts[] {
  const devices = folders.map(({ folder }) => deviceOf(folder))
  return folders
    .filter((_folder, index) => devices.indexOf(devices[index]) === index)
    .flatMap((folder) => readDisk(folder) ?? [])
}
