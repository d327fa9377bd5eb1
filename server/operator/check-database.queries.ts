import { refuseStrongRole } from '#server/db/app-role.ts'
import type { Connections } from '#server/db/connections.ts'
import { findHeir } from '#server/db/database-rules.ts'
import { connectAsOwner } from '#server/db/watched-client.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { readDatabaseState } from '#server/watch/database-state.queries.ts'
import type { DemandFacts } from './check-demands.ts'
import type { NamedProvider } from './check-providers.ts'
import { countLost } from './reseal.queries.ts'

export interface DatabaseCheck {
  /** Version as a number: 180004. */
  version: number
  /** The database's clock. */
  at: Date
  migrations: string[]
}

/** What the database says without knowing its tables; throws when it cannot be reached. */
export async function readDatabaseCheck({ owner }: Connections): Promise<DatabaseCheck> {
  const client = await connectAsOwner(owner)
  try {
    const { rows } = await client.query<{ version: number; at: Date; has_migrations: boolean }>(
      `select current_setting('server_version_num')::int as version, clock_timestamp() as at,
         to_regclass('public.schema_migration') is not null as has_migrations`,
    )
    const [row] = rows
    if (!row) throw new Error('The database answered nothing.')
    const { rows: applied } = row.has_migrations
      ? await client.query<{ name: string }>('select name from schema_migration order by name')
      : { rows: [] }
    return { version: row.version, at: row.at, migrations: applied.map(({ name }) => name) }
  } finally {
    await client.end()
  }
}

/** Throws `RoleRefused` when row-level security does not bind the application's role. */
export async function checkAppRole({ app }: Connections) {
  const client = await connectAsOwner(app)
  try {
    await refuseStrongRole(client)
  } finally {
    await client.end()
  }
}

/** What is wrong when the owner inherits the application's role. */
export async function checkHeir({ owner }: Connections) {
  const client = await connectAsOwner(owner)
  try {
    return await findHeir(client)
  } finally {
    await client.end()
  }
}

/** How many stored texts none of these keys opens. */
export async function countLostTexts({ owner }: Connections, ring: SecretRing) {
  const client = await connectAsOwner(owner)
  try {
    return await countLost(client, ring)
  } finally {
    await client.end()
  }
}

/** The state of the installation as the owner sees it. */
export async function readState({ owner }: Connections) {
  const client = await connectAsOwner(owner)
  try {
    return await readDatabaseState(client)
  } finally {
    await client.end()
  }
}

/** The services that the sign-in page offers, by name, with their encrypted secrets. */
export async function readActiveProviders({ owner }: Connections) {
  const client = await connectAsOwner(owner)
  try {
    const { rows } = await client.query<NamedProvider>(
      `select id::int, name, kind, issuer, client_id, client_secret_encrypted,
         array(select s.short from login_demand d join school s on s.id = d.school_id
           where d.provider_id = identity_provider.id order by s.short) as demanded_by
         from identity_provider where is_active order by name`,
    )
    return rows
  } finally {
    await client.end()
  }
}

/** Schools that demand a provider, by name. */
export async function readDemands({ owner }: Connections) {
  const client = await connectAsOwner(owner)
  try {
    const { rows } = await client.query<DemandFacts>(
      `select s.short, s.name, p.name as provider, p.is_active and s.id = any (p.school_ids) as is_served,
         can_be_emergency(d.emergency_user_id, s.id) as has_emergency
         from login_demand d join school s on s.id = d.school_id join identity_provider p on p.id = d.provider_id
         order by s.name`,
    )
    return rows
  } finally {
    await client.end()
  }
}
