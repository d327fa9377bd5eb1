import { realpathSync, statfsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type pg from 'pg'
import type { Connection } from '#server/db/database.ts'
import { connectAsOwner } from '#server/db/watched-client.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import type { Footer } from './archive-format.ts'
import type { Verification } from './backup-state.ts'
import { explain, formatSize } from './command-line.ts'
import { checkArchive, restoreBackup } from './restore-backup.ts'
import { NoScratchDatabase, ScratchInUse, withScratchDatabase } from './scratch-database.ts'

interface Verifying {
  owner: Connection
  ring: SecretRing
  file: string
  /** The data folder, when the database stands on this machine: its disk must have the room. */
  dataDir: string | undefined
  now: () => Date
}

/** A restored database takes its size once more, and the write-ahead log up to twice as much meanwhile. */
const ROOM_FACTOR = 3

const sizeOf = async (owner: Connection) => {
  const client = await connectAsOwner(owner as pg.ClientConfig)
  const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  await client.end()
  return Number(rows[0]?.bytes)
}

/** A verification must never fill the disk of the real database. */
async function assertRoom({ owner, dataDir }: Verifying) {
  if (!dataDir) return
  const { bavail, bsize } = statfsSync(realpathSync(join(dataDir, 'postgres')))
  const needed = ROOM_FACTOR * (await sizeOf(owner))
  if (bavail * bsize < needed)
    throw new NoScratchDatabase(
      `Auf dem Datenträger der Datenbank sind nur ${formatSize(bavail * bsize)} frei; zum probeweisen Zurückspielen werden ${formatSize(needed)} gebraucht.`,
    )
}

const rowsOf = ({ tables }: Footer) => tables.reduce((sum, { rows }) => sum + rows, 0)

/**
 * Restores the backup into a scratch database, where rows and checksum of each table must be those of the archive. The
 * real database is only read. What goes wrong is the result; it throws only while another verification is under way.
 */
export async function verifyBackup(verifying: Verifying): Promise<Verification['last']> {
  const { owner, ring, file, now } = verifying
  const start = performance.now()
  const result = (outcome: Verification['last']['outcome'], footer?: Footer, message: string | null = null) => ({
    file: basename(file),
    at: now().toISOString(),
    outcome,
    tables: footer?.tables.length ?? 0,
    rows: footer ? rowsOf(footer) : 0,
    seconds: Math.round((performance.now() - start) / 100) / 10,
    message,
  })
  let footer: Footer | undefined
  try {
    const archive = await checkArchive(file, ring)
    footer = archive.footer
    await assertRoom(verifying)
    await withScratchDatabase(owner, (scratch) => restoreBackup(scratch, { file, header: archive.header, ring }))
    return result('restored', footer)
  } catch (error) {
    if (error instanceof ScratchInUse) throw error
    return result(error instanceof NoScratchDatabase ? 'read' : 'failed', footer, explain(error))
  }
}
