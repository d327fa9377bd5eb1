import { findRing } from '#server/backup/key-file.ts'
import { reachDatabase } from '#server/backup/reach-database.ts'
import type { Connection } from '#server/db/database.ts'
import { openOwnerPool, openPool, type Pool } from '#server/db/database.ts'
import { describeConnection } from '#server/db/describe-connection.ts'
import { migrationNames } from '#server/db/migrate.ts'
import type { Env } from '#server/env.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { explainDatabaseFault } from '#server/start-error.ts'
import { OperatorError } from './command.ts'
import { listMigrations } from './operator.queries.ts'

/** An existing installation, whether its server runs or not. */
export interface Installation {
  env: Env
  keys: SecretRing
  /** Connections as the application, bound by row-level security. */
  pool: Pool
  /** Connections as the owner, for jobs. */
  ownerPool: Pool
  owner: Connection
  app: Connection
}

const UNDEFINED_TABLE = '42P01'

/** Refuses a database that this program would misunderstand, because a newer or older one made it. */
async function assertSameSchema(ownerPool: Pool) {
  const applied: string[] = await listMigrations(ownerPool).catch((error: { code?: string }) => {
    if (error.code === UNDEFINED_TABLE) return []
    throw error
  })
  const known = migrationNames()
  if (applied.length === 0)
    throw new OperatorError(
      'Diese Datenbank ist noch leer. Bitte starten Sie Schulhof einmal; der Link in der Ausgabe richtet die erste Schule ein.',
    )
  if (applied.some((name) => !known.includes(name)))
    throw new OperatorError(
      'Die Datenbank gehört zu einer neueren Version von Schulhof. Bitte rufen Sie den Befehl mit dem neueren Programm auf.',
    )
  if (known.some((name) => !applied.includes(name)))
    throw new OperatorError(
      'Die Datenbank gehört zu einer älteren Version von Schulhof. Bitte starten Sie erst den Server mit dieser Version; er bringt sie auf den neuen Stand.',
    )
}

/** Opens the installation of these settings for `work`, and closes all it opened. */
export async function withInstallation<T>(env: Env, work: (installation: Installation) => Promise<T>): Promise<T> {
  const { owner, app, release } = await reachDatabase(env)
  const ownerPool = openOwnerPool(owner)
  const pool = openPool(app)
  try {
    await assertSameSchema(ownerPool).catch((fault: Error) => {
      throw env.DATABASE_URL ? explainDatabaseFault(fault, describeConnection(env.DATABASE_URL)) : fault
    })
    return await work({ env, keys: findRing(env), pool, ownerPool, owner, app })
  } finally {
    await Promise.all([pool.end(), ownerPool.end()])
    await release()
  }
}
