import type pg from 'pg'

/**
 * PostgreSQL has committed, but stopped waiting for the standby: the change is lost if this server is lost. So it is
 * unknown whether it took effect.
 */
export class CommitUnconfirmed extends Error {
  readonly code = 'COMMIT_UNCONFIRMED'
  constructor() {
    super('No standby has confirmed the commit.')
    this.name = 'CommitUnconfirmed'
  }
}

/** The way to the database leads to a standby, whose data may be old and which takes no writes. */
export class DatabaseIsStandby extends Error {
  readonly code = 'DATABASE_STANDBY'
  constructor() {
    super('The database is a standby.')
    this.name = 'DatabaseIsStandby'
  }
}

/** Fails all statements of a connection with this error and closes it. */
const breakConnection = (client: pg.Client, error: Error) => {
  client.connection.emit('error', error)
  client.connection.stream.destroy()
}

interface Notice {
  message?: string
  routine?: string
}

/** Messages follow the server's language, the name of the C function does not. */
const isCancelledWait = ({ message = '', routine }: Notice) =>
  routine === 'SyncRepWaitForLSN' || message.startsWith('canceling wait for synchronous replication')

/**
 * When the wait for the standby is cancelled, PostgreSQL only warns and then reports success, because it cannot undo the
 * commit. Here the warning breaks the connection: the statement that waited fails, whoever sent it, and so does all that
 * was sent after it.
 */
export const failUnconfirmedCommits = (client: pg.Client) =>
  client.connection.on('notice', (notice: Notice) => {
    if (isCancelledWait(notice)) breakConnection(client, new CommitUnconfirmed())
  })

/** PostgreSQL says at the beginning of each connection whether it is a standby, from version 14 on. */
export const refuseStandby = (client: pg.Client) =>
  client.connection.on('parameterStatus', (status: { parameterName: string; parameterValue: string }) => {
    if (status.parameterName === 'in_hot_standby' && status.parameterValue === 'on')
      breakConnection(client, new DatabaseIsStandby())
  })

/**
 * Sent before the commit of every transaction that may write. One that wrote nothing would not wait for the standby: a
 * repeat that finds its change done already would be answered as done, although that change may exist on this server
 * alone. With a record of its own in the write-ahead log it waits for everything before it.
 */
export const CONFIRM = {
  name: 'confirm',
  text: `select pg_logical_emit_message(true, 'schulhof', '')
    where pg_current_xact_id_if_assigned() is null and current_setting('synchronous_standby_names') <> ''`,
}
