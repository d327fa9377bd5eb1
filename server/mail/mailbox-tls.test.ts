import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { makeFolder } from '#server/test/backup-drill.ts'
import { startImapServer } from '#server/test/imap-server.ts'
import { findFaultsTrusting } from '#server/test/mailbox-faults.ts'
import { makeCertificate } from '#server/test/make-certificate.ts'
import { findMailboxFault } from './bounce-mailbox.ts'

const folder = makeFolder()
const authorityFile = join(folder.path, 'stelle.pem')
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
const makeAuthority = () => ({ name: 'Eigene Stelle', ...makeCertificate('Eigene Stelle', inDays(30)) })
const authority = makeAuthority()
beforeAll(() => writeFileSync(authorityFile, authority.cert))
afterAll(() => folder.remove())

/** An IMAP server with this certificate; with STARTTLS, or encrypted from the start. */
async function secured(credentials: object, { startsPlain = false } = {}) {
  const plugins = ['UNSELECT', 'LITERALPLUS', 'STARTTLS']
  const more = startsPlain ? { credentials, plugins } : { credentials, secureConnection: true }
  const imap = await startImapServer({ more })
  onTestFinished(() => imap.stop())
  return imap.address({ host: 'localhost', protocol: startsPlain ? 'imap' : 'imaps' })
}
const faultsOf = (...addresses: string[]) => findFaultsTrusting(authorityFile, addresses)

describe('the certificate of the mailbox', () => {
  test('is good when a known authority signed it for this name', async () => {
    const credentials = makeCertificate('localhost', inDays(30), authority)
    const addresses = [await secured(credentials), await secured(credentials, { startsPlain: true })]
    expect(await faultsOf(...addresses)).toEqual([null, null])
  })

  test.each([
    ['of itself', makeCertificate('localhost', inDays(30)), 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['of another authority', makeCertificate('localhost', inDays(30), makeAuthority()), /^UNABLE_TO_|^CERT_SIGNATURE/],
    ['for another name', makeCertificate('mail.example.org', inDays(30), authority), 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['that is over', makeCertificate('localhost', inDays(-1), authority), 'CERT_HAS_EXPIRED'],
    ['that is not valid yet', makeCertificate('localhost', inDays(91), authority), 'CERT_NOT_YET_VALID'],
  ])('%s ends the visit, with and without STARTTLS', async (_name, credentials, code) => {
    const [secure, started] = [await secured(credentials), await secured(credentials, { startsPlain: true })]
    const fault = { step: 'certificate', code: expect.stringMatching(code) }
    // Words in the address change nothing.
    expect(await faultsOf(secure, started, `${secure}?tls.rejectUnauthorized=false`)).toEqual([fault, fault, fault])
  })
})

test('without STARTTLS the password never leaves this machine', async () => {
  const received: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready\r\n')
    socket.on('data', (chunk) => {
      const line = chunk.toString()
      received.push(line)
      const [tag, command] = line.split(/\s+/)
      if (command === 'CAPABILITY') socket.write('* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n')
      socket.write(`${tag} OK done\r\n`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.address() as AddressInfo
  // Not this machine's own name.
  expect(await findMailboxFault(`imap://konto:geheim@0.0.0.0:${port}`, 1000)).toMatchObject({ step: 'encryption' })
  expect(received.join('')).not.toMatch(/geheim|LOGIN|AUTHENTICATE/i)
})
