import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** `busy`: not now (4xx); `refuse`: never to that recipient (5xx); `no sender`: our account may not send (5xx). */
type Mood = 'accept' | 'busy' | 'refuse' | 'no sender'

const smtpError = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode })

/** A mail server for tests: keeps what it accepts, can refuse, be stopped and started again at the same port. */
export async function startMailServer() {
  const mails: (Email & { raw: string; envelope: string[] })[] = []
  const state = {
    mood: 'accept' as Mood,
    words: 'says the mail server',
    /** Runs while it has a mail and has not answered yet. */
    meanwhile: undefined as (() => Promise<unknown>) | undefined,
  }
  let server: SMTPServer | undefined
  let port = 0

  const make = () => {
    const made = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      closeTimeout: 100,
      onMailFrom: (_address, _session, done) => done(state.mood === 'no sender' ? smtpError(550, state.words) : null),
      onRcptTo(_address, _session, done) {
        if (state.mood === 'busy') return done(smtpError(451, state.words))
        return done(state.mood === 'refuse' ? smtpError(550, state.words) : null)
      },
      async onData(stream, session, done) {
        const chunks: Buffer[] = []
        try {
          for await (const chunk of stream) chunks.push(chunk as Buffer)
        } catch {
          return // The client was killed in the middle; there is nobody to answer.
        }
        const raw = Buffer.concat(chunks)
        const envelope = session.envelope.rcptTo.map(({ address }) => address)
        mails.push({ ...(await PostalMime.parse(raw)), raw: raw.toString(), envelope })
        await state.meanwhile?.()
        done()
      },
    })
    made.on('error', () => {}) // a client that goes away is no fault of the test
    return made
  }
  const start = async () => {
    const made = make()
    server = made
    await new Promise<void>((resolve) => made.listen(port, '127.0.0.1', () => resolve()))
    port = (made.server.address() as AddressInfo).port
  }
  const stop = () => new Promise<void>((resolve) => server?.close(() => resolve()))

  await start()
  return { url: `smtp://127.0.0.1:${port}`, mails, state, start, stop }
}
