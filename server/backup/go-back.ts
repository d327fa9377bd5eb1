import { join } from 'node:path'
import type pg from 'pg'
import type { Connection } from '#server/db/database.ts'
import { findVersion, migrationNames } from '#server/db/migrate.ts'
import { connectAsOwner } from '#server/db/watched-client.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { ArchiveError, type Footer, type Header } from './archive-format.ts'
import { readHead } from './archive-reader.ts'
import { backUpBefore } from './back-up-before.ts'
import { countLosses } from './count-losses.ts'
import { isKnown, restoreBackup } from './restore-backup.ts'
import { listBackups } from './rotate-backups.ts'
import { readMigrations } from './table-catalogue.ts'

/** The name of the backup of what is given up. */
const CHANGE = 'rueckweg'

/** The newest backup of this folder that this program can restore. */
export async function findWayBack(folder: string) {
  for (const { name } of listBackups(folder)) {
    const file = join(folder, name)
    const head = await readHead(file).catch(() => undefined)
    if (head && isKnown(head.header)) return file
  }
  throw new ArchiveError(
    `In ${folder} ist keine Sicherung, die dieses Programm zurückspielen kann. Bitte nennen Sie eine Datei.`,
  )
}

const assertNewer = async (client: pg.Client) => {
  const known = migrationNames()
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regclass('public.schema_migration') is not null as exists",
  )
  const applied = rows[0]?.exists ? await readMigrations(client) : []
  if (applied.every((name) => known.includes(name)))
    throw new ArchiveError(
      'Diese Datenbank ist nicht neuer als dieses Programm, es gibt also nichts zurückzunehmen. Eine Sicherung spielt „npm run restore“ in eine leere Datenbank zurück.',
    )
}

/**
 * What going back would take away. Throws an `ArchiveError` when the database is not newer than this program: then
 * nothing has to be given up.
 */
export async function planWayBack(owner: Connection, footer: Footer) {
  const client = await connectAsOwner(owner as pg.ClientConfig)
  try {
    await assertNewer(client)
    return { version: await findVersion(client), losses: await countLosses(client, footer) }
  } finally {
    await client.end()
  }
}

interface WayBack {
  owner: Connection
  file: string
  /** The header of the file, as `checkArchive` returned it. */
  header: Header
  /** Reads the backup. */
  ring: SecretRing
  /** Seals the backup of what is given up. */
  ownRing: SecretRing
  /** The folder for that backup. */
  folder: string
  /** The program that the present data belong to. */
  version: string
  now: Date
  onTable?: (name: string) => void
  beforeCommit?: () => void
}

/**
 * Backs up what there is, then puts the older state in its place in one transaction: a failure leaves everything as it
 * was.
 */
export async function goBack({ owner, folder, version, now, ownRing, onTable, ...restore }: WayBack) {
  const kept = await backUpBefore({
    owner,
    ring: ownRing,
    folder,
    appVersion: version,
    change: CHANGE,
    now,
    onTable: ({ name }) => onTable?.(name),
  })
  const { rows } = await restoreBackup(owner, { ...restore, ...(onTable ? { onTable } : {}), isReplacing: true })
  return { kept: kept.file, rows }
}
