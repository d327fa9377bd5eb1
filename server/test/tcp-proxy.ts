import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { inject } from 'vitest'

/**
 * What the proxy does with data. `swallow`: connections are accepted, everything sent is lost, and nothing comes back.
 * `delay`: everything arrives `delayMs` later.
 */
type Mode = 'pass' | 'swallow' | 'delay'

/** A TCP proxy in front of the test's PostgreSQL, or of another port, that can become silent or slow and cut connections, like networks. */
export async function startTcpProxy({ delayMs = 50, port }: { delayMs?: number; port?: number } = {}) {
  let mode: Mode = 'pass'
  let passed = 0
  const open = new Set<Socket>()
  const goodbyes: (() => void)[] = []

  const forward = (from: Socket, to: Socket) => {
    open.add(from)
    from.on('data', (chunk: Buffer) => {
      if (mode !== 'swallow') passed += chunk.length
      if (mode === 'pass') to.write(chunk)
      if (mode === 'delay') setTimeout(() => to.writable && to.write(chunk), delayMs)
    })
    from.on('end', () => {
      // Networks repeat a goodbye until it arrives.
      if (mode === 'swallow') goodbyes.push(() => to.end())
      else to.end()
    })
    from.on('error', () => {})
    from.on('close', () => {
      open.delete(from)
      to.destroy()
    })
  }

  const server = createServer({ allowHalfOpen: true }, (client) => {
    const database = port ? connect(port, '127.0.0.1') : connect(`${inject('postgresHost')}/.s.PGSQL.5432`)
    forward(client, database)
    forward(database, client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    address: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    set(next: Mode) {
      mode = next
      if (next !== 'swallow') for (const say of goodbyes.splice(0)) say()
    },
    /** The bytes that got through so far, in both directions. */
    passed: () => passed,
    /** Breaks all connections at once. */
    cut,
    async stop() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>
