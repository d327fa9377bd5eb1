/** PostgreSQL refuses to run as root, so it runs as `nobody`, who owns its folders (initdb needs a name for the id). */
const nobody = { uid: 65534, gid: 65534 }

export const isRoot = process.getuid?.() === 0

/** Options of `spawn` that keep PostgreSQL from running as root; empty for an ordinary user. */
export const postgresAccount: Partial<typeof nobody> = isRoot ? nobody : {}

/** The user that owns cluster and socket. */
export const postgresUid = isRoot ? nobody.uid : process.getuid?.()

/** Only PATH of the caller's environment: PGPORT, PGDATA and the like would mislead initdb and postgres. */
export const postgresEnvironment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C.UTF-8', LC_MESSAGES: 'C' }
