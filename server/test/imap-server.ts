import type { AddressInfo, Socket } from 'node:net'
import hoodiecrow from 'hoodiecrow-imap'

/** A mail server with one mailbox, for tests; `arrive` puts a mail into it. */
export async function startImapServer({ folder = 'INBOX', more = {} }: { folder?: string; more?: object } = {}) {
  const storage = { INBOX: {}, '': { separator: '/', folders: folder === 'INBOX' ? {} : { [folder]: {} } } }
  const users = { 'schule@example.org': { password: 'geheim/1' } }
  const imap = hoodiecrow({ plugins: ['UNSELECT', 'LITERALPLUS'], storage, users, ...more })
  const open = new Set<Socket>()
  imap.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
  })
  await new Promise<void>((resolve) => imap.server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = imap.server.address() as AddressInfo
  const mailbox = imap.getMailbox(folder)
  return {
    port,
    mailbox,
    address: ({ protocol = 'imap', host = '127.0.0.1', at = port, password = 'geheim%2F1', path = '' } = {}) =>
      `${protocol}://schule%40example.org:${password}@${host}:${at}${path}`,
    arrive: (raw: string, at: Date) => imap.appendMessage(mailbox, [], at, raw),
    /** The numbers of the mails that are marked as read. */
    seen: () => mailbox.messages.filter(({ flags }) => flags.includes('\\Seen')).map(({ uid }) => uid),
    clear() {
      mailbox.messages.length = 0
    },
    async stop() {
      for (const socket of open) socket.destroy()
      await new Promise<void>((resolve) => imap.server.close(() => resolve()))
    },
  }
}
export type TestImapServer = Awaited<ReturnType<typeof startImapServer>>
