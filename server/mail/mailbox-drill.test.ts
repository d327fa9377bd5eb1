import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { ImapFlow } from 'imapflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { type User, userEndpoints } from '#contract/users/users.ts'
import { BOUNCE_SHAPES } from '#server/test/bounce-shapes.ts'
import { type Dovecot, findDovecot, startDovecot } from '#server/test/dovecot.ts'
import { isDrill, reportFigure } from '#server/test/effort.ts'
import { makeUser } from '#server/test/factories.ts'
import { openMailedSchool } from '#server/test/mailed-school.ts'
import { makeCertificate } from '#server/test/make-certificate.ts'
import { askForLink } from '#server/test/password-links.ts'
import type { PostOffice } from '#server/test/post-office.ts'
import type { TestApp } from '#server/test/test-app.ts'
import { findMailboxFault } from './bounce-mailbox.ts'
import { readBounces } from './read-bounces.ts'

// `npm test` reads from a small server inside the test; this one reads from Dovecot.

let app: TestApp
let post: PostOffice
let fsw: number
openMailedSchool((opened) => {
  ;({ app, post, fsw } = opened)
})

test('a machine without Dovecot is told what to install', () => {
  expect(() => findDovecot(['/nirgends/dovecot'])).toThrow(/needs a program.*apt-get install dovecot-imapd$/)
})

describe.runIf(isDrill)('a mailbox of Dovecot', () => {
  const end = new Date(Date.now() + 30 * DAY_MS)
  const authority = { name: 'Eigene Stelle', ...makeCertificate('Eigene Stelle', end) }
  const known = getCACertificates('default')
  const password = 'geheim/1 ü%'
  let dovecot: Dovecot
  beforeAll(async () => {
    dovecot = await startDovecot({ certificate: makeCertificate('localhost', end, authority), password })
  })
  afterAll(async () => {
    setDefaultCACertificates(known)
    await dovecot?.stop()
  })

  test('is not read before its authority is known', async () => {
    for (const protocol of ['imaps', 'imap'])
      expect(await findMailboxFault(dovecot.address({ protocol }))).toMatchObject({ step: 'certificate' })
    setDefaultCACertificates([...known, authority.cert])
    for (const protocol of ['imaps', 'imap'])
      expect(await findMailboxFault(dovecot.address({ protocol }))).toBeUndefined()
  })

  test('says what is wrong with the account, the folder and the name', async () => {
    expect(await findMailboxFault(dovecot.address({ secret: 'falsch' }))).toMatchObject({ step: 'account' })
    expect(await findMailboxFault(dovecot.address({ path: '/Andere' }))).toMatchObject({ step: 'folder' })
    expect(await findMailboxFault(dovecot.address({ host: '127.0.0.1' }))).toMatchObject({ step: 'certificate' })
  })

  test('gives the notices of several mail servers, and each marks its address', async () => {
    const sent: { id: number; shape: (typeof BOUNCE_SHAPES)[number] }[] = []
    for (const shape of BOUNCE_SHAPES) {
      const { id, email } = await makeUser(app, { role: 'viewer', schools: [fsw] })
      await askForLink(app, email)
      await post.runDue()
      const mail = post.mails.findLast(({ envelope }) => envelope[0] === email)
      const header = mail?.raw.split('\r\n\r\n', 1)[0] ?? ''
      dovecot.arrive(shape.write({ header, recipient: email }), app.platform.now(), '.Zur&APw-ck')
      sent.push({ id, shape })
    }
    await readBounces(app.platform, dovecot.address({ path: '/Zur%C3%BCck' }))({})
    const head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
    const { users } = (await head.call(userEndpoints.list)).json() as { users: User[] }
    const reasonOf = (id: number) => users.find((user) => user.id === id)?.unreachable?.reason ?? null
    expect(sent.map(({ id, shape }) => [shape.name, reasonOf(id)])).toEqual(
      sent.map(({ shape }) => [shape.name, shape.reason ?? null]),
    )
    const seen = await countSeen(dovecot.address(), 'Zurück')
    expect(seen).toBe(BOUNCE_SHAPES.filter(({ reason }) => reason !== undefined).length)
    reportFigure(`mailbox: ${BOUNCE_SHAPES.length} mails in Dovecot, ${seen} of them handled as notices`)
  })
})

/** How many mails of the folder are marked as read. */
async function countSeen(address: string, folder: string) {
  const { hostname: host, port, username, password } = new URL(address)
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  const client = new ImapFlow({ host, port: Number(port), secure: true, auth, logger: false })
  await client.connect()
  await client.mailboxOpen(folder, { readOnly: true })
  const seen = await client.search({ seen: true })
  client.close()
  return seen ? seen.length : 0
}
