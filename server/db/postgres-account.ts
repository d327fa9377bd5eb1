/** PostgreSQL refuses to run as root: then it runs as `nobody`, who owns its folders (initdb needs a name for the id). */
const nobody = { uid: 65534, gid: 65534 }

export const isRoot = process.getuid?.() === 0

/** What `spawn` needs so that PostgreSQL does not run as root; empty for an ordinary user. */
export const postgresAccount: Partial<typeof nobody> = isRoot ? nobody : {}

/** The user that owns cluster and socket. */
export const postgresUid = isRoot ? nobody.uid : process.getuid?.()

/** Nothing of the caller's environment but PATH: PGPORT, PGDATA and the like would bend initdb and postgres. */
export const postgresEnvironment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C.UTF-8', LC_MESSAGES: 'C' }
