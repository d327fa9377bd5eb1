import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { type ImportSchool, openImportSchool } from '#server/test/import-school.ts'

const FILE = Buffer.from('Nachname;Vorname;Geburtsdatum\nRot;Mia;1.3.2018\n')
const WHOLE = 5_000_000
const ARRIVAL_MS = 30_000

let school: ImportSchool
let port: number
beforeAll(async () => {
  school = await openImportSchool()
  await school.app.app.listen({ port: 0, host: '127.0.0.1' })
  port = (school.app.app.server.address() as AddressInfo).port
})
afterAll(() => school.app.stop())

const headersOf = (cookies: ReadonlyMap<string, string>) => [
  `cookie: ${[...cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
  `x-xsrf-token: ${cookies.get('XSRF-TOKEN')}`,
]

/** Sends the head of an upload and the first bytes of the file, and then nothing. */
async function beginUpload(headers: readonly string[] = []) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const head = [
    'POST /api/admin/pupilImport?filename=a.csv HTTP/1.1',
    'host: localhost:3000',
    'content-type: application/octet-stream',
    `content-length: ${WHOLE}`,
    ...headers,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\nabc`)
  return socket
}

const statusOf = async (socket: Socket) => {
  const [answer] = await once(socket, 'data')
  return Number(String(answer).split(' ')[1])
}

test('a user who may not send a file is refused before it is read, and takes no slot', async () => {
  const strangers = await Promise.all(Array.from({ length: 12 }, () => beginUpload()))
  expect(await Promise.all(strangers.map(statusOf))).toEqual(strangers.map(() => 401))
  const teacher = await beginUpload(headersOf(school.teacher.cookies))
  expect(await statusOf(teacher)).toBe(403)
  const forged = await beginUpload(headersOf(new Map([...school.head.cookies, ['XSRF-TOKEN', 'x']])))
  expect(await statusOf(forged)).toBe(419)
  expect((await school.send('a.csv', FILE)).statusCode).toBe(201)
  for (const socket of [...strangers, teacher, forged]) socket.destroy()
})

test('a school has its own slots, and loses those of senders that stop sending', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // A stub, not a spy: undoing a spy on a faked timer would leave the fake behind for the next file.
  const waits = vi.fn(setTimeout)
  vi.stubGlobal('setTimeout', waits)
  // The server waits this long for an admitted upload; the database has its own clocks.
  const admitted = () => waits.mock.calls.filter(([, ms]) => ms === ARRIVAL_MS).length
  try {
    const slow = await Promise.all(Array.from({ length: 3 }, () => beginUpload(headersOf(school.head.cookies))))
    await vi.waitUntil(() => admitted() >= slow.length, { interval: 1 })
    const refused = await school.send('a.csv', FILE)
    expect([refused.statusCode, refused.json().message]).toEqual([503, ERROR_TEXTS.unavailable])
    const other = await school.stranger.inject('POST', '/api/admin/pupilImport?filename=a.csv', {
      body: FILE,
      headers: { 'content-type': 'application/octet-stream' },
    })
    expect(other.statusCode).toBe(201)
    const closed = slow.map((socket) => once(socket, 'close'))
    await vi.advanceTimersByTimeAsync(ARRIVAL_MS)
    await Promise.all(closed)
  } finally {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
  expect((await school.send('a.csv', FILE)).statusCode).toBe(201)
})
