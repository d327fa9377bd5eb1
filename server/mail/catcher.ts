import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface CaughtMail {
  id: number
  to: string
  subject: string
  text: string
  html: string
  created_at: string
  message_id: string
}

const MOST_KEPT = 1000

const read = async (raw: Buffer) => {
  const { to = [], subject = '', text = '', html = '', messageId = '' } = await PostalMime.parse(raw)
  return { to: to.map(({ address }) => address).join(', '), subject, text, html, message_id: messageId }
}

/** A mail server on loopback that delivers nothing and shows all mails: for the demo and the tests. */
export async function startCatcher(now: () => Date = () => new Date()) {
  const mails: CaughtMail[] = []
  let lastId = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    // Nobody can have an address there (RFC 6761), so a mail to it comes back as from any mail server.
    onRcptTo: ({ address }, _session, done) =>
      done(
        /\.invalid$/i.test(address)
          ? Object.assign(new Error('5.1.1 Recipient address rejected: User unknown'), { responseCode: 550 })
          : null,
      ),
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        read(Buffer.concat(chunks)).then(
          (mail) => {
            lastId += 1
            mails.unshift({ id: lastId, ...mail, created_at: now().toISOString() })
            mails.length = Math.min(mails.length, MOST_KEPT)
            done()
          },
          (error: Error) => done(error),
        )
      })
    },
  })
  server.on('error', () => {}) // a client that breaks off mid-mail is its own problem
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** Newest first. */
    mails: mails as readonly CaughtMail[],
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
export type Catcher = Awaited<ReturnType<typeof startCatcher>>
